/** Progress for the person at the terminal: one line a step, no control characters, so that it reads the same in a log. */
export type Say = (line: string) => void

export const say: Say = (line) => {
  process.stdout.write(`${line}\n`)
}

/** Runs a step and says how long it took; steps under a second stay a single quiet line. */
export async function step<T>(tell: Say, what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  tell(`  ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  return result
}
