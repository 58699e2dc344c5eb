import { type OperationRequest, requireMatch } from '@guidebook/service-kit'
import { failLocked } from './errors.ts'
import { releaseEtag } from './present.ts'
import type { Release } from './release.ts'

/** Throws 412 when `If-Match` names another version of the release, then 409 `release-locked` when it is locked. */
export function requireChangeable(request: Pick<OperationRequest, 'headers'>, release: Release): void {
  requireMatch(request, releaseEtag(release))
  if (release.locked) failLocked()
}
