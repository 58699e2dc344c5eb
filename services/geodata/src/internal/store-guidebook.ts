import { type Fault, operations } from '@guidebook/contracts'
import { fail, failWith, type Route, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { retryOnDeletedMember } from '../guidebook/check-body.ts'
import type { Member } from '../guidebook/guidebook-row.ts'
import { insertContents, updateGuidebook } from '../guidebook/queries.ts'
import { stagesOf } from '../guidebook/sent-contents.ts'
import { findReferences } from '../reference/find-references.ts'
import type { MeasuredTrack } from '../track/measure-track.ts'
import type { JobOwner } from '../track/track-worker-pool.ts'
import { emptyGenerated, type GeneratedGuidebook, lockGenerated } from './generated-queries.ts'
import { insertMadeItem } from './made-item.ts'
import { readMembers, type StoredMember } from './sent-members.ts'

/**
 * Compare-and-set on the generation: a lower one than the stored one is rejected, the same one changes nothing, a higher one replaces
 * the guidebook and the items that were generated for it.
 */
export const storeGuidebook = (context: Context): Route =>
  route(operations.storeGuidebook, async (request) => {
    const { body, params, signal } = request
    const { account, release, generation, customId, titles, descriptions, cover } = body
    const { members, faults } = readMembers(body)
    if (faults[0]) failWith(faults[0].code, faults)
    const measured = await measureAll(context, { account, signal }, members)
    const store = () =>
      context.database.transaction(async (trx) => {
        const before = await lockGenerated(trx, { account, release, releaseKey: params.release_key })
        if (before.generation > generation) fail('generation-superseded')
        if (before.generation === generation) return before
        await requireItems(trx, account, members)
        await emptyGenerated(trx, before)
        const stored = await storeMembers(trx, before, members, measured)
        await insertContents(trx, before, { stages: stagesOf(body), members: stored })
        return await updateGuidebook(trx, before, { custom_id: customId, titles, descriptions, cover, generation })
      })
    const { id, version } = await retryOnDeletedMember(store)
    return { status: 200 as const, body: { guidebook: { id, version } } }
  })

/** The tracks that come with the body, measured before the transaction begins. */
async function measureAll({ tracks }: Context, owner: JobOwner, members: readonly StoredMember[]) {
  const measured = new Map<StoredMember, MeasuredTrack>()
  for (const member of members) {
    if (!('item' in member.content) || member.content.item.kind !== 'route') continue
    measured.set(member, await tracks.run('measureTrack', owner, member.content.item.packed))
  }
  return measured
}

/** Throws 422 unless every referenced item exists and is of the kind that its place takes. */
async function requireItems(trx: Knex.Transaction, account: string, members: readonly StoredMember[]): Promise<void> {
  const named = members.flatMap(({ kind, pointer, content }) =>
    'id' in content ? [{ kind, pointer, link: content.id }] : [],
  )
  const found = await findReferences(trx, account, named)
  const faults = named.flatMap(({ kind, pointer }, index): Fault[] => {
    const item = found[index]
    if (item && (kind === null || kind === item.kind)) return []
    const message = `no ${kind ?? 'item'} of the account has this ID`
    return [{ pointer: `${pointer}/id`, code: 'reference-not-found', message }]
  })
  if (faults.length > 0) failWith('reference-not-found', faults)
}

/** Stores the items that were made for the release. */
async function storeMembers(
  trx: Knex.Transaction,
  guidebook: GeneratedGuidebook,
  members: readonly StoredMember[],
  measured: ReadonlyMap<StoredMember, MeasuredTrack>,
): Promise<Member[]> {
  const stored: Member[] = []
  for (const member of members) {
    const { stage, section, position, role, content } = member
    const item_id =
      'id' in content ? content.id : await insertMadeItem(trx, guidebook, content.item, measured.get(member))
    stored.push({ stage, section, position, item_id, role })
  }
  return stored
}
