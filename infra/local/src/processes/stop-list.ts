import { inOneLine } from '../fault.ts'
import type { Say } from '../say.ts'

export interface Stoppable {
  stop(): Promise<void>
}

/** What has been started, in layers: a layer stops at once and whole, the last begun layer first. */
export interface StopList {
  /** Begins a layer. What is kept in it is stopped before all that is in the layers before. */
  layer(): (part: Stoppable) => void
  /** Stops everything once, however often it is called. A part that fails to stop is told and keeps no other from stopping. */
  stop(): Promise<void>
}

export function stopList(tell: Say): StopList {
  const layers: Stoppable[][] = []
  let stopped: Promise<void> | undefined
  const stopAll = async () => {
    for (const layer of layers.toReversed()) {
      const outcomes = await Promise.allSettled(layer.map((part) => part.stop()))
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') tell(`could not stop in good order: ${inOneLine(outcome.reason)}`)
      }
    }
  }
  return {
    layer() {
      const parts: Stoppable[] = []
      layers.push(parts)
      return (part) => {
        parts.push(part)
      }
    },
    stop: () => {
      stopped ??= stopAll()
      return stopped
    },
  }
}

/** Like `Promise.all`, but lets everything come to its end before it fails: nothing is still starting when the clearing-up begins. */
export async function allAtOnce<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return (await Promise.all(work)) as { [K in keyof T]: Awaited<T[K]> }
}
