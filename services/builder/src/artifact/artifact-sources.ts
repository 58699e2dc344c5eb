import type { ObjectStore } from '@guidebook/service-kit'
import type { Warnings } from '../outcome/warnings.ts'
import type { Artifact } from './queries.ts'

/** What the making of an account's files needs, those that were made before among it. */
export interface ArtifactSources {
  account: string
  store: ObjectStore
  find(ingredients: string[]): Promise<Map<string, Artifact>>
  /** Told of every file that was made anew. */
  made(artifact: Artifact): void
  warnings: Warnings
  signal: AbortSignal
}
