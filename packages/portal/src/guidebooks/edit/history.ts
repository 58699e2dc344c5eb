/** What was moved, added or removed in a draft, to undo it. */
import type { GuidebookDraft, MemberDraft, StageDraft } from './draft.ts'
import { sections } from './draft.ts'

/** The parts of a draft in which stages and entries have places. */
type Arrangement = Pick<GuidebookDraft, 'stages' | 'generalInfo'>

export interface History {
  draft: GuidebookDraft
  /** The arrangements before the last changes, oldest first. */
  past: readonly Arrangement[]
  /** Those that were undone, the next one last. */
  future: readonly Arrangement[]
}

export type Step =
  | { kind: 'change'; to: (draft: GuidebookDraft) => GuidebookDraft }
  | { kind: 'undo' }
  | { kind: 'redo' }

/** Older changes can no longer be undone. */
const mostSteps = 100

export const beginHistory = (draft: GuidebookDraft): History => ({ draft, past: [], future: [] })

export function historyAfter({ draft, past, future }: History, step: Step): History {
  if (step.kind === 'change') {
    const changed = step.to(draft)
    if (placesIn(changed) === placesIn(draft)) return { draft: changed, past, future }
    return { draft: changed, past: [...past, draft].slice(-mostSteps), future: [] }
  }
  const from = step.kind === 'undo' ? past : future
  const arrangement = from.at(-1)
  if (arrangement === undefined) return { draft, past, future }
  const rest = from.slice(0, -1)
  const arranged = arrangedAs(arrangement, draft)
  return step.kind === 'undo'
    ? { draft: arranged, past: rest, future: [...future, draft] }
    : { draft: arranged, past: [...past, draft], future: rest }
}

const keysOf = (members: readonly MemberDraft[]) => members.map(({ key }) => key)

const placesIn = ({ stages, generalInfo }: Arrangement): string =>
  JSON.stringify([
    stages.map((stage) => [stage.key, ...sections.map((section) => keysOf(stage[section]))]),
    keysOf(generalInfo),
  ])

const membersIn = ({ stages, generalInfo }: Arrangement): MemberDraft[] => [
  ...stages.flatMap((stage) => sections.flatMap((section) => stage[section])),
  ...generalInfo,
]

const byKey = <T extends { key: string }>(all: readonly T[]) => new Map(all.map((one) => [one.key, one]))

/** The draft in another arrangement. Titles of stages and roles of routes that were changed since stay. */
function arrangedAs(arrangement: Arrangement, draft: GuidebookDraft): GuidebookDraft {
  const stages = byKey(draft.stages)
  const members = byKey(membersIn(draft))
  const current = (all: readonly MemberDraft[]) => all.map((member) => members.get(member.key) ?? member)
  return {
    ...draft,
    stages: arrangement.stages.map((stage) => ({
      ...stage,
      titles: stages.get(stage.key)?.titles ?? stage.titles,
      routes: current(stage.routes),
      pois: current(stage.pois),
      texts: current(stage.texts),
    })),
    generalInfo: current(arrangement.generalInfo),
  }
}

/** The first stage or entry that the last change removed; null if it removed none. */
export function lastRemoved({ draft, past }: History): StageDraft | MemberDraft | null {
  const before = past.at(-1)
  if (before === undefined) return null
  const stages = byKey(draft.stages)
  const members = byKey(membersIn(draft))
  return (
    before.stages.find(({ key }) => !stages.has(key)) ?? membersIn(before).find(({ key }) => !members.has(key)) ?? null
  )
}
