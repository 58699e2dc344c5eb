import type { BodyOf, Fault, ItemKind, operations } from '@guidebook/contracts'
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

type Sent = Pick<BodyOf<typeof operations.createGuidebook>, 'stages' | 'generalInfo'>

/** A reference in a body: where the item is to stand, of what kind it must be there, and where the reference was read. */
export interface SentMember extends Place {
  reference: Reference
  /** null: any kind. */
  kind: ItemKind | null
  pointer: string
}

/** All references of a body with their places, in the order in which they stand. */
export const membersOf = ({ stages = [], generalInfo = [] }: Sent): SentMember[] => {
  const place = (stage: number | null, section: Section, base: string, references: readonly Reference[] = []) =>
    references.map((reference, position) => ({
      stage,
      section,
      position,
      reference,
      kind: kindIn(section),
      pointer: `${base}/${section}/${position}`,
    }))
  return [
    ...stages.flatMap((stage, index) =>
      stageSections.flatMap((section) => place(stage.number, section, `/stages/${index}`, stage[section])),
    ),
    ...place(null, 'generalInfo', '', generalInfo),
  ]
}

export const stagesOf = ({ stages = [] }: Sent): Stage[] =>
  stages.map(({ number, titles = {} }) => ({ number, titles }))

/** A number that an earlier stage has. */
export const stageFaults = ({ stages = [] }: { stages?: readonly { number: number }[] }): Fault[] => {
  const seen = new Set<number>()
  return stages.flatMap(({ number }, index) => {
    const isTaken = seen.has(number)
    seen.add(number)
    return isTaken
      ? [
          {
            pointer: `/stages/${index}/number`,
            code: 'stage-number-taken' as const,
            message: 'an earlier stage has this number',
          },
        ]
      : []
  })
}

/** What was found for each reference of `members`, in order: faults for what is missing or of the wrong kind. */
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
  sent: Sent,
  members: readonly SentMember[],
  found: readonly (FoundItem | null)[],
): Contents => ({
  stages: stagesOf(sent),
  members: members.flatMap(({ stage, section, position }, index): Member[] => {
    const item = found[index]
    return item ? [{ stage, section, position, itemId: item.id }] : []
  }),
})
