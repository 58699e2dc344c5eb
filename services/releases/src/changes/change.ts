import type { Release } from '../release/release.ts'

/** What a request wants of a release: decided by a pure rule, carried out by `applyChange`. */
export interface Change {
  /** For the audit log, `<thing>.<what happened to it>`. */
  action: string
  message: string
  /** What is to be; fields that are so already are no change. */
  fields: Partial<Release>
  /** The roadbook, the page or the GPX files show it, so that they are built again. */
  rebuild: boolean
}
