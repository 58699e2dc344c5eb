import { type OutboxRow, outboxRows } from '@guidebook/service-kit'
import type { Release } from '../release/release.ts'

/** The message that asks the builder for the release's present generation. */
export const buildRequest = ({ account, id, link, generation, kind, key }: Release): OutboxRow[] =>
  outboxRows('release.build-requested.v1', { account, release: id, link, generation, kind }, { subject: key })

/** The fields of a release whose documents no longer show what it is: a newer build replaces them. */
export const nextGeneration = (
  { generation }: Release,
  now: Date,
): Pick<Release, 'generation' | 'buildRequestedAt'> => ({
  generation: generation + 1,
  buildRequestedAt: now,
})
