import type { operations, ReadBodyOf } from '@guidebook/contracts'

/** A request as a partner sent it, its pictures as bytes where they are large. */
export type SentOnDemand = ReadBodyOf<(typeof operations)['createOnDemandRelease']>
