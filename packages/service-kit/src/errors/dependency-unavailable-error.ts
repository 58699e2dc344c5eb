/**
 * A dependency is unavailable; the same work may succeed later. Its code makes `isOutage` true, so loops and subscriptions pause and attempts
 * are not counted.
 */
export class DependencyUnavailableError extends Error {
  override readonly name = 'DependencyUnavailableError'
  readonly code = 'part-unavailable'
}
