import { batched, type Database, retryConflicts } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { auditedFields, auditRow } from '../audit/queries.ts'
import type { Binding } from '../binding/bindings.ts'
import { usedItemsRow } from '../binding/queries.ts'
import type { Context } from '../context.ts'
import type { DownloadCodeTakenError } from '../download-code/codes.ts'
import { buildRequest, type Release } from '../release/release.ts'
import { mailShare, shareEntry, shareMessage } from '../sharing/share.ts'
import { insertReleases, type NewRelease } from './insert-releases.ts'
import { newRelease, type ReleaseDraft } from './new-release.ts'

type Needs = Pick<Context, 'clock' | 'publicUrl'>

/** What a checked request decided about a new release. `number` is its number. */
export interface CheckedDraft {
  draft: ReleaseDraft
  bindings: readonly Binding[]
  number: number
}

/** A checked release and the rows that are written with it. Writes nothing yet. */
export function beginRelease(
  { clock, publicUrl }: Needs,
  { draft, bindings, number }: CheckedDraft,
  actor: string,
): NewRelease {
  const release = newRelease(draft, number, clock.now())
  const created = {
    actor,
    action: 'release.created',
    message: `The ${release.kind} release was created.`,
    after: { ...auditedFields(release, audited), guidebook: release.source_guidebook },
  }
  return {
    release,
    audit: [auditRow(release, release.created_at, created), ...shareEntry(release, release.created_at, actor)],
    messages: [...buildRequest(release), ...shareMessage(release, publicUrl)],
    replies: [],
    outcomes: [],
    usedItems: draft.kind === 'plain' ? [] : [usedItemsRow(release, bindings)],
  }
}

const audited = [
  'download_code',
  'start_date',
  'end_date',
  'arrival_date',
  'departure_date',
  'lang',
  'devices',
] as const

/**
 * Stores a checked release, requests its build and notifies its seller. Its number is taken before the transaction, which holds a connection
 * already. Throws `DownloadCodeTakenError`: the transaction must be rolled back.
 */
export async function createRelease(
  trx: Knex.Transaction,
  needs: Needs,
  checked: CheckedDraft,
  actor: string,
): Promise<Release> {
  const created = beginRelease(needs, checked, actor)
  const [taken] = await insertReleases(trx, [created])
  if (taken) throw taken
  await mailShare(trx, created.release, needs.publicUrl)
  return created.release
}

/**
 * Stores a release without a seller, atomically, together with those of concurrent calls. Throws `DownloadCodeTakenError` for a release whose code
 * is taken; the others are stored.
 */
export const createReleaseInserter = (database: Database, metrics: Context['metrics']) =>
  batched<NewRelease, undefined>({
    async load(created): Promise<(DownloadCodeTakenError | undefined)[]> {
      const results = await retryConflicts(() => insertReleases(database.knex, created))
      database.wakeRelay()
      for (const [index, { release }] of created.entries()) if (results[index] === undefined) metrics.created(release)
      return results
    },
  })
