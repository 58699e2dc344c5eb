import type { FairSemaphore, InternalClient, ObjectStore } from '@guidebook/service-kit'
import type { Fetcher } from '@guidebook/service-kit/outbound'
import type { AccountFiles } from './artifact/account-files.ts'
import type { artifactQueries } from './artifact/queries.ts'
import type { BasemapContext, BuildBasemaps } from './basemap/basemap-sources.ts'
import type { logoQueries } from './brand/logo-queries.ts'
import type { BuildImages, ImageDecoder } from './image/image-decoder.ts'
import type { ClaimedBuild } from './outcome/build.ts'
import type { Warnings } from './outcome/warnings.ts'
import type { Renderer, RenderTaskRunner } from './render/renderer.ts'
import type { TranslationContext } from './translation/translate-texts.ts'

/** Dependencies common to all builds. */
export interface BuildContext {
  geodata: Pick<InternalClient, 'call' | 'stream'>
  releases: Pick<InternalClient, 'call'>
  store: ObjectStore
  renderer: Pick<Renderer, 'forBuild'>
  decoder: Pick<ImageDecoder, 'forBuild'>
  /** Budgets of one build, milliseconds: time in render workers, and time for decoding images. */
  budgets: { renderMs: number; decodeMs: number }
  artifacts: ReturnType<typeof artifactQueries>
  logos: ReturnType<typeof logoQueries>
  logoFetcher: Fetcher
  basemaps: BasemapContext
  /** Null: not configured, nothing is translated. */
  translation: TranslationContext | null
  /** Limits the tiles and basemaps that are decoded or drawn at the same time, for all builds. */
  drawingSlots: FairSemaphore
}

/** A running build: the dependencies with its shares of the workers, its files and warnings. */
export interface Build extends Omit<BuildContext, 'renderer' | 'decoder' | 'budgets' | 'artifacts' | 'basemaps'> {
  claimed: ClaimedBuild
  account: string
  basemaps: BuildBasemaps
  renderer: RenderTaskRunner
  decoder: BuildImages
  files: AccountFiles
  warnings: Warnings
  /** Aborts when the build ends. */
  signal: AbortSignal
}
