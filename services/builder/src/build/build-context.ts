import type { InternalClient, ObjectStore } from '@guidebook/service-kit'
import type { Fetcher } from '@guidebook/service-kit/outbound'
import type { LimitFunction } from 'p-limit'
import type { Artifact, artifactQueries } from '../artifact/queries.ts'
import type { logoQueries } from '../logo/queries.ts'
import type { Renderer } from '../render/renderer.ts'
import type { TranslationContext } from '../translation/translate-texts.ts'
import type { Warnings } from './warnings.ts'

/** What a build needs of the world. */
export interface BuildContext {
  geodata: Pick<InternalClient, 'call' | 'stream'>
  releases: Pick<InternalClient, 'call'>
  store: ObjectStore
  renderer: Pick<Renderer, 'run'>
  artifacts: ReturnType<typeof artifactQueries>
  logos: ReturnType<typeof logoQueries>
  logoFetcher: Fetcher
  /** Null: this installation translates nothing. */
  translation: TranslationContext | null
  /** Pictures that are decoded at the same time, over all builds. */
  imageLimit: LimitFunction
}

/** The same with what belongs to one build. `made` is told of every file that was made anew. */
export interface DrawingSources extends BuildContext {
  account: string
  warnings: Warnings
  /** The build has no more use. */
  signal: AbortSignal
  made(artifact: Artifact): void
}
