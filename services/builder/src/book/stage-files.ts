import type { GpxVariant } from '@guidebook/roadbook'
import type { MadeGpx } from './gpx-files.ts'
import type { PageFiles } from './published-guidebook.ts'

/**
 * The file names of each stage, for the page. A module of its own because the service uses it, too: the modules that draw would load Typst
 * into the service.
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
