import type { FairSemaphore, InternalClient, ObjectStore } from '@guidebook/service-kit'
import type { Fetcher } from '@guidebook/service-kit/outbound'
import type { Artifact, artifactQueries } from '../artifact/queries.ts'
import type { BasemapContext } from '../basemap/prepare-basemaps.ts'
import type { BuildImages, ImageDecoder } from '../image/image-decoder.ts'
import type { logoQueries } from '../brand/logo-queries.ts'
import type { Renderer, RenderTaskRunner } from '../render/renderer.ts'
import type { TranslationContext } from '../translation/translate-texts.ts'
import type { Warnings } from '../outcome/warnings.ts'

/** What a build needs of the world. */
export interface BuildContext {
  geodata: Pick<InternalClient, 'call' | 'stream'>
  releases: Pick<InternalClient, 'call'>
  store: ObjectStore
  renderer: Pick<Renderer, 'forBuild'>
  decoder: Pick<ImageDecoder, 'forBuild'>
  /** What one build may take of the workers' time, milliseconds: of those that draw, and of those that decode pictures. */
  budgets: { renderMs: number; decodeMs: number }
  artifacts: ReturnType<typeof artifactQueries>
  logos: ReturnType<typeof logoQueries>
  logoFetcher: Fetcher
  /** Null: the maps of this installation are drawn on plain ground. */
  grounds: BasemapContext | null
  /** Null: this installation translates nothing. */
  translation: TranslationContext | null
  /** Tiles and maps that are drawn at the same time, over all builds. */
  drawingSlots: FairSemaphore
}

/** The same with what belongs to one build. `made` is told of every file that was made anew. */
export interface DrawingSources extends Omit<BuildContext, 'renderer' | 'decoder' | 'budgets'> {
  account: string
  renderer: RenderTaskRunner
  decoder: BuildImages
  warnings: Warnings
  /** The build has no more use. */
  signal: AbortSignal
  made(artifact: Artifact): void
}
