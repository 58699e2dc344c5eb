import type { ParamsOf } from '../call/operation-types.ts'

/** The address of a release: your account ID, and the `link` of its record as `release`. */
export type ReleaseAddress = ParamsOf<'readRelease'>
