import { type ClaimLoop, type ClaimLoopOptions, claimLoop } from '@guidebook/service-kit'

export interface SeveralLoops {
  components: readonly ClaimLoop[]
  wake(): void
}

/** So many loops that claim from the same table side by side. */
export const severalLoops = (count: number, options: ClaimLoopOptions): SeveralLoops => {
  const components = Array.from({ length: count }, () => claimLoop(options))
  return {
    components,
    wake: () => {
      for (const loop of components) loop.wake()
    },
  }
}
