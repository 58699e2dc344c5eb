import type { BodyOf, Fault, ItemKind, operations } from '@guidebook/contracts'
import type { Texts } from '../item/item-row.ts'
import type { FoundItem, Reference } from '../reference/find-references.ts'
import {
  type Contents,
  kindIn,
  type Member,
  type Place,
  type Section,
  type Stage,
  stageSections,
} from './guidebook-row.ts'

type Body = Pick<BodyOf<typeof operations.createGuidebook>, 'stages' | 'generalInfo'>

/** What a body says of its members: in stages and sections, and in the general part. */
interface SentContents<Sent> {
  stages?: readonly ({ number: number } & { [section in (typeof stageSections)[number]]?: readonly Sent[] })[]
  generalInfo?: readonly Sent[]
}

/** A member with its place, and where it is in the body. */
export interface SentMember<Sent = Reference> extends Place {
  sent: Sent
  /** The kind that the place takes; null: any. */
  kind: ItemKind | null
  /** Of a route in its stage; null: none was sent. */
  role: Member['role']
  pointer: string
}

/** All members of a body in their order. */
export function membersOf<Sent extends object>({
  stages = [],
  generalInfo = [],
}: SentContents<Sent>): SentMember<Sent>[] {
  const place = (stage: number | null, section: Section, base: string, members: readonly Sent[] = []) =>
    members.map((sent, position) => {
      const pointer = `${base}/${section}/${position}`
      return { stage, section, position, sent, kind: kindIn(section), role: roleOf(sent), pointer }
    })
  const inStages = stages.flatMap((stage, index) =>
    stageSections.flatMap((section) => place(stage.number, section, `/stages/${index}`, stage[section])),
  )
  return [...inStages, ...place(null, 'generalInfo', '', generalInfo)]
}

/** Only the contract of a stage's routes has a role. */
const roleOf = (sent: object): Member['role'] => ('role' in sent ? (sent.role as Member['role']) : null)

export const stagesOf = ({ stages = [] }: { stages?: readonly { number: number; titles?: Texts }[] }): Stage[] =>
  stages.map(({ number, titles = {} }) => ({ number, titles }))

/** A number that an earlier stage has. */
export const stageFaults = ({ stages = [] }: { stages?: readonly { number: number }[] }): Fault[] =>
  stages.flatMap(({ number }, index): Fault[] => {
    if (stages.findIndex((stage) => stage.number === number) === index) return []
    const message = 'an earlier stage has this number'
    return [{ pointer: `/stages/${index}/number`, code: 'stage-number-taken', message }]
  })

/** Faults for the members whose item, at the same index of `found`, is missing or of the wrong kind. */
export const referenceFaults = (members: readonly SentMember[], found: readonly (FoundItem | null)[]): Fault[] =>
  members.flatMap(({ kind, pointer }, index): Fault[] => {
    const item = found[index]
    if (!item) {
      return [{ pointer, code: 'reference-not-found', message: 'no item of the account matches this reference' }]
    }
    return kind === null || kind === item.kind
      ? []
      : [{ pointer, code: 'reference-wrong-kind', message: `must name a ${kind}, not a ${item.kind}` }]
  })

/** The contents to store, once there are no faults. */
export const contentsOf = (
  body: Body,
  members: readonly SentMember[],
  found: readonly (FoundItem | null)[],
): Contents => ({
  stages: stagesOf(body),
  members: members.map(({ stage, section, position, role }, index) => {
    return { stage, section, position, item_id: (found[index] as FoundItem).id, role }
  }),
})
