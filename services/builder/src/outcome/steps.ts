/** The steps of a build in order, with the percentage that is done when each begins. */
export const stepPercents = {
  input: 2,
  content: 6,
  translation: 10,
  tracks: 15,
  images: 25,
  rendering: 50,
  storing: 85,
} as const

export type Step = keyof typeof stepPercents

export interface StepTime {
  step: Step
  ms: number
}

/** Measures how long each step takes. Calls `onBegin` when a step begins. */
export function stepClock(onBegin: (step: Step) => void): { begin(step: Step): void; times(): StepTime[] } {
  const times: StepTime[] = []
  let current: { step: Step; at: number } | undefined
  const end = () => {
    if (current) times.push({ step: current.step, ms: Math.round(performance.now() - current.at) })
    current = undefined
  }
  return {
    begin(step) {
      end()
      current = { step, at: performance.now() }
      onBegin(step)
    },
    times() {
      end()
      return times
    },
  }
}
