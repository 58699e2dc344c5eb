import { type BodyOf, type Fault, operations } from '@guidebook/contracts'
import { fail, failWith, type Route, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { kindIn, type Member } from '../guidebook/guidebook-row.ts'
import { insertContents } from '../guidebook/queries.ts'
import { retryOnDeletedMember } from '../guidebook/take-in.ts'
import { findReferences } from '../reference/find-references.ts'
import type { MeasuredTrack } from '../track/measure-track.ts'
import type { JobOwner } from '../track/track-worker-pool.ts'
import { emptyGenerated, type GeneratedGuidebook, lockGenerated, updateGenerated } from './generated-queries.ts'
import { insertMadeItem } from './made-item.ts'
import { readMembers, type StoredMember } from './sent-members.ts'

type Body = BodyOf<typeof operations.storeGuidebook>

/**
 * Compare and set on the generation: a lower one than the stored is refused, the same again changes nothing, a higher
 * one replaces the whole guidebook and the items that were made for it.
 */
export const storeGuidebook = (context: Context): Route =>
  route(operations.storeGuidebook, async (request) => {
    const { body, params } = request
    const { members, faults } = readMembers(body)
    if (faults[0]) failWith(faults[0].code, faults)
    const measured = await measureAll(context, { account: body.account, signal: request.signal }, members)
    const fields = { ...body, releaseKey: params.release_key }
    const store = () =>
      context.database.transaction(async (trx) => {
        const before = await lockGenerated(trx, fields)
        if (before.generation > body.generation) fail('generation-superseded')
        if (before.generation === body.generation) return before
        await requireItems(trx, body.account, members)
        await emptyGenerated(trx, before)
        await fill(trx, before, body, members, measured)
        return { ...before, version: await updateGenerated(trx, before, fields) }
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

/** Every item that is named exists and is of the kind that its place takes. */
async function requireItems(trx: Knex.Transaction, account: string, members: readonly StoredMember[]): Promise<void> {
  const named = members.flatMap(({ section, pointer, content }) =>
    'id' in content ? [{ section, pointer, link: content.id }] : [],
  )
  const found = await findReferences(trx, account, named)
  const faults = named.flatMap(({ section, pointer }, index): Fault[] => {
    const kind = kindIn(section)
    const item = found[index]
    if (item && (kind === null || kind === item.kind)) return []
    return [
      {
        pointer: `${pointer}/id`,
        code: 'reference-not-found',
        message: `no ${kind ?? 'item'} of the account has this ID`,
      },
    ]
  })
  if (faults.length > 0) failWith('reference-not-found', faults)
}

async function fill(
  trx: Knex.Transaction,
  guidebook: GeneratedGuidebook,
  { stages }: Body,
  members: readonly StoredMember[],
  measured: ReadonlyMap<StoredMember, MeasuredTrack>,
): Promise<void> {
  const stored: Member[] = []
  for (const member of members) {
    const { stage, section, position, content } = member
    const itemId =
      'id' in content ? content.id : await insertMadeItem(trx, guidebook, content.item, measured.get(member))
    stored.push({ stage, section, position, itemId })
  }
  await insertContents(trx, guidebook, {
    stages: stages.map(({ number, titles }) => ({ number, titles })),
    members: stored,
  })
}
