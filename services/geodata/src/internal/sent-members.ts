import type { BodyOf, Fault, InlineItem, operations } from '@guidebook/contracts'
import { unpackColumns } from '@guidebook/route-geometry'
import type { Place } from '../guidebook/guidebook-row.ts'
import { membersOf, type SentMember, stageFaults } from '../guidebook/sent-contents.ts'

type Body = BodyOf<typeof operations.storeGuidebook>
type Sent = Body['generalInfo'][number]

/** An item that the builder made for the release, its track as bytes. */
export type MadeItem =
  | Exclude<InlineItem, { kind: 'route' }>
  | (Omit<Extract<InlineItem, { kind: 'route' }>, 'track'> & { packed: Buffer })

/** A member of a stored guidebook: an existing item, or one to be made. */
export interface StoredMember extends Place {
  kind: SentMember['kind']
  role: SentMember['role']
  pointer: string
  content: { id: string } | { item: MadeItem }
}

/** All members of the body in their order, and the faults of those to be made. */
export function readMembers(body: Body): { members: StoredMember[]; faults: Fault[] } {
  const faults = stageFaults(body)
  const members = membersOf<Sent>(body).flatMap(({ sent, ...member }): StoredMember[] => {
    const content = sent.item === undefined ? { id: sent.id ?? '' } : readItem(sent.item, member)
    if (!('code' in content)) return [{ ...member, content }]
    faults.push(content)
    return []
  })
  return { members, faults }
}

function readItem(item: InlineItem, { kind, pointer }: Omit<SentMember, 'sent'>): { item: MadeItem } | Fault {
  if (kind !== null && kind !== item.kind) {
    return { pointer: `${pointer}/item/kind`, code: 'invalid-field', message: `must be ${kind}` }
  }
  if (item.kind !== 'route') return { item }
  const { track, ...rest } = item
  const packed = Buffer.from(track, 'base64')
  return isTrack(packed)
    ? { item: { ...rest, packed } }
    : { pointer: `${pointer}/item/track`, code: 'invalid-field', message: 'must be a packed track in Base64' }
}

function isTrack(packed: Buffer): boolean {
  try {
    unpackColumns(packed)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
