import type { ClaimLoop, WorkerLoop } from './claim-loop.ts'

export interface WorkerLoops extends ClaimLoop {
  /** Announces one row: wakes one waiting loop, because one row needs one. If none waits, each looks again after its run. */
  wakeOne(): void
}

/** Loops that claim from the same table side by side, started, woken and stopped together. */
export function workerLoops(name: string, count: number, createLoop: (index: number) => WorkerLoop): WorkerLoops {
  const loops = Array.from({ length: count }, (_, index) => createLoop(index))
  const wake = () => {
    for (const loop of loops) loop.wake()
  }
  return {
    name,
    start: async () => {
      for (const loop of loops) await loop.start()
    },
    retire: () => {
      for (const loop of loops) loop.retire()
    },
    stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))),
    wake,
    wakeOne: () => {
      const waiting = loops.find((loop) => loop.isWaiting())
      if (waiting) waiting.wake()
      // Each may have looked already, or be about to wait.
      else wake()
    },
  }
}
