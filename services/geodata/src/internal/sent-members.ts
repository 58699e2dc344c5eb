import type { BodyOf, Fault, InlineItem, operations } from '@guidebook/contracts'
import { unpackColumns } from '@guidebook/route-geometry'
import { kindIn, type Place, type Section, stageSections } from '../guidebook/guidebook-row.ts'
import { stageFaults } from '../guidebook/sent-contents.ts'

type Body = BodyOf<typeof operations.storeGuidebook>
type SentMember = Body['generalInfo'][number]

/** An item that the builder made for the release, its track as bytes. */
export type MadeItem =
  | Exclude<InlineItem, { kind: 'route' }>
  | (Omit<Extract<InlineItem, { kind: 'route' }>, 'track'> & { packed: Buffer })

/** A member of a stored guidebook: an existing item, or one to be made. */
export interface StoredMember extends Place {
  pointer: string
  content: { id: string } | { item: MadeItem }
}

/** All members of the body with their places, in the order in which they stand, and what is wrong with those to be made. */
export function readMembers(body: Body): { members: StoredMember[]; faults: Fault[] } {
  const faults = stageFaults(body)
  const members: StoredMember[] = []
  const read = (stage: number | null, section: Section, base: string, sent: readonly SentMember[]) => {
    sent.forEach(({ id, item }, position) => {
      const pointer = `${base}/${section}/${position}`
      const content = item === undefined ? { id: id ?? '' } : readItem(item, section, pointer)
      if ('code' in content) faults.push(content)
      else members.push({ stage, section, position, pointer, content })
    })
  }
  body.stages.forEach((stage, index) => {
    for (const section of stageSections) read(stage.number, section, `/stages/${index}`, stage[section])
  })
  read(null, 'generalInfo', '', body.generalInfo)
  return { members, faults }
}

function readItem(item: InlineItem, section: Section, pointer: string): { item: MadeItem } | Fault {
  const wanted = kindIn(section)
  if (wanted !== null && wanted !== item.kind) {
    return { pointer: `${pointer}/item/kind`, code: 'invalid-field', message: `must be ${wanted}` }
  }
  if (item.kind !== 'route') return { item }
  const { track, ...rest } = item
  const packed = Buffer.from(track, 'base64')
  return isTrack(packed)
    ? { item: { ...rest, packed } }
    : { pointer: `${pointer}/item/track`, code: 'invalid-field', message: 'must be a packed track in Base64' }
}

const isTrack = (packed: Buffer): boolean => {
  try {
    unpackColumns(packed)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
