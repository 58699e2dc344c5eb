import type { GpxVariant } from '@guidebook/roadbook'
import type { MadeGpx } from './gpx-files.ts'
import type { PageFiles } from './published-guidebook.ts'

/**
 * The names of each stage's two files, for the page. The service itself asks for them too: it is apart from what draws, lest
 * that be loaded there, Typst and all, where nothing is drawn.
 */
export function stageFiles(files: readonly Pick<MadeGpx, 'name' | 'stage' | 'variant'>[]): PageFiles['gpx'] {
  const ofStages = files.filter(({ stage }) => stage !== null)
  const name = (stage: number | null, variant: GpxVariant) =>
    ofStages.find((file) => file.stage === stage && file.variant === variant)?.name ?? null
  return Object.fromEntries(
    ofStages.map(({ stage }) => {
      const [full, device] = [name(stage, 'full'), name(stage, 'device')]
      return [stage, full && device ? { full, device } : null]
    }),
  )
}
