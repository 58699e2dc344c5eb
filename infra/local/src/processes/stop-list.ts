import type { Report } from '../report.ts'
import { oneLineMessage } from '../user-facing-error.ts'

export interface Stoppable {
  stop(): Promise<void>
}

/** Everything that has been started, in layers. The parts of a layer stop in parallel; the newest layer stops first. */
export interface StopList {
  /** Begins a layer and returns a function that adds a part to it. */
  layer(): (part: Stoppable) => void
  /** Stops everything once, however often it is called. A part that fails to stop is reported and does not block others. */
  stop(): Promise<void>
}

export function createStopList(report: Report): StopList {
  const layers: Stoppable[][] = []
  let stopped: Promise<void> | undefined
  const stopAll = async () => {
    for (const layer of layers.toReversed()) {
      const outcomes = await Promise.allSettled(layer.map((part) => part.stop()))
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') report(`unclean stop: ${oneLineMessage(outcome.reason)}`)
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

/** Like `Promise.all`, but rejects only after all have settled, so that nothing is still starting when the cleanup begins. */
export async function settleAll<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return (await Promise.all(work)) as { [K in keyof T]: Awaited<T[K]> }
}
