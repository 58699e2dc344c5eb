import type { InternalClient, ObjectStore } from '@guidebook/service-kit'
import type { LimitFunction } from 'p-limit'
import type { artifactQueries } from '../artifact/queries.ts'
import type { Renderer } from '../render/renderer.ts'

/** What a build needs of the world. */
export interface BuildContext {
  geodata: Pick<InternalClient, 'call' | 'stream'>
  releases: Pick<InternalClient, 'call'>
  store: ObjectStore
  renderer: Pick<Renderer, 'run'>
  artifacts: ReturnType<typeof artifactQueries>
  /** Pictures that are decoded at the same time, over all builds. */
  imageLimit: LimitFunction
}
