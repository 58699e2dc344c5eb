import type { ObjectStore } from '@guidebook/service-kit'
import type { Warnings } from '../outcome/warnings.ts'
import type { Artifact } from './queries.ts'

/** Dependencies for making or reusing the files of an account. */
export interface ArtifactSources {
  account: string
  store: ObjectStore
  find(ingredients: string[]): Promise<Map<string, Artifact>>
  /** Called with each newly made file. */
  made(artifact: Artifact): void
  warnings: Warnings
  signal: AbortSignal
}
