import type { ClaimLoop } from './claim-loop.ts'

/** Loops that claim from the same table side by side, started, woken and stopped together. */
export function workerLoops(name: string, count: number, createLoop: (index: number) => ClaimLoop): ClaimLoop {
  const loops = Array.from({ length: count }, (_, index) => createLoop(index))
  return {
    name,
    start: async () => void (await Promise.all(loops.map((loop) => loop.start()))),
    retire: () => {
      for (const loop of loops) loop.retire()
    },
    stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))),
    wake: () => {
      for (const loop of loops) loop.wake()
    },
  }
}
