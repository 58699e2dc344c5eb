/** A guidebook while it is edited, and the body that is sent for it. */
import type { Guidebook, GuidebookReplacement, Item, ItemKind } from '@guidebook/client'
import { draftsOf, type TextDraft, textPointers, textsOf } from '../../content/text-drafts.ts'
import { imageChange, type PictureDraft } from '../../ui/picture-draft.ts'
import type { RouteRole } from '../members.tsx'

type ByLanguage = Readonly<Record<string, string>>

/** An item of a library at its place. */
export interface MemberDraft {
  /** For React and dragging only: an item may be in a list more than once. */
  key: string
  link: string
  kind: ItemKind
  names: ByLanguage
  customId: string | null
  library: string | null
  role?: RouteRole | undefined
}

export const sections = ['routes', 'pois', 'texts'] as const
export type Section = (typeof sections)[number]

export interface StageDraft extends Record<Section, MemberDraft[]> {
  key: string
  number: number
  titles: ByLanguage
}

export interface GuidebookDraft {
  customId: string
  texts: TextDraft[]
  cover: PictureDraft
  stages: StageDraft[]
  generalInfo: MemberDraft[]
}

export const emptyDraft = (language: string): GuidebookDraft => ({
  customId: '',
  texts: [{ language, name: '', description: '' }],
  cover: 'stored',
  stages: [],
  generalInfo: [],
})

export function draftOf({ customId, titles, descriptions, stages, generalInfo }: Guidebook): GuidebookDraft {
  const texts = draftsOf(titles, descriptions)
  // A language may have titles of stages only.
  const more = new Set(stages.flatMap((stage) => Object.keys(stage.titles)))
  for (const { language } of texts) more.delete(language)
  return {
    customId: customId ?? '',
    texts: [...texts, ...[...more].map((language) => ({ language, name: '', description: '' }))],
    cover: 'stored',
    stages: stages.map(({ number, titles, routes, pois, texts }) => ({
      key: crypto.randomUUID(),
      number,
      titles,
      routes: routes.map(memberOf),
      pois: pois.map(memberOf),
      texts: texts.map(memberOf),
    })),
    generalInfo: generalInfo.map(memberOf),
  }
}

type Member = Guidebook['generalInfo'][number] & { role?: RouteRole }

const memberOf = ({ link, kind, names, customId, libraryCustomId, role }: Member): MemberDraft => ({
  key: crypto.randomUUID(),
  link,
  kind,
  names,
  customId,
  library: libraryCustomId,
  ...(role !== undefined && { role }),
})

export const memberOfItem = ({ id, kind, names, customId, library }: Item): MemberDraft =>
  memberOf({ link: id, kind, names, customId, libraryCustomId: library?.customId ?? null })

export const newStage = (stages: readonly StageDraft[]): StageDraft => ({
  key: crypto.randomUUID(),
  number: stages.reduce((highest, { number }) => Math.max(highest, number), 0) + 1,
  titles: {},
  routes: [],
  pois: [],
  texts: [],
})

/** Stages are sorted by their numbers, so stages in another order get the same numbers in ascending order. */
export function renumbered(stages: readonly StageDraft[]): StageDraft[] {
  const numbers = stages.map(({ number }) => number).sort((one, other) => one - other)
  return stages.map((stage, index) => ({ ...stage, number: numbers[index] ?? stage.number }))
}

/** The id of a list of entries. */
export const listOf = (stage: StageDraft, section: Section): string => `${stage.key} ${section}`

/** Moves an entry to a place in a list of the same section, in its stage or another one. */
export function withMoved(
  stages: readonly StageDraft[],
  key: string,
  to: { list: string; index: number },
): StageDraft[] {
  const lists = stages.flatMap((stage) => sections.map((section) => stage[section]))
  const member = lists.flat().find((one) => one.key === key)
  if (member === undefined) return [...stages]
  const changed = (stage: StageDraft, section: Section): MemberDraft[] => {
    const others = stage[section].filter((one) => one.key !== key)
    return listOf(stage, section) === to.list ? others.toSpliced(to.index, 0, member) : others
  }
  return stages.map((stage) => ({
    ...stage,
    routes: changed(stage, 'routes'),
    pois: changed(stage, 'pois'),
    texts: changed(stage, 'texts'),
  }))
}

/** Without the account. Empty texts, and titles of stages in removed languages, are left out. */
export function toBody(draft: GuidebookDraft): Omit<GuidebookReplacement, 'account'> & { customId: string } {
  const { customId, texts, cover, stages, generalInfo } = draft
  const { names: titles, descriptions } = textsOf(texts)
  const languages = texts.map(({ language }) => language)
  const reference = ({ link, role }: MemberDraft) => ({ link, ...(role !== undefined && { role }) })
  return {
    customId: customId.trim(),
    titles,
    descriptions,
    ...imageChange(cover),
    stages: stages.map((stage) => ({
      number: stage.number,
      titles: Object.fromEntries(
        languages
          .map((language) => [language, (stage.titles[language] ?? '').trim()])
          .filter(([, title]) => title !== ''),
      ),
      routes: stage.routes.map(reference),
      pois: stage.pois.map(({ link }) => ({ link })),
      texts: stage.texts.map(({ link }) => ({ link })),
    })),
    generalInfo: generalInfo.map(({ link }) => ({ link })),
  }
}

/** The pointers of all shown fields; of an entry in a list, the entry itself. */
export function pointersOf({ texts, stages, generalInfo }: GuidebookDraft): string[] {
  const entries = (pointer: string, members: readonly MemberDraft[]) => members.map((_, index) => `${pointer}/${index}`)
  return [
    '/customId',
    ...textPointers(texts, 'titles'),
    '/imageBase64',
    ...stages.flatMap((stage, index) => [
      ...texts.map(({ language }) => `/stages/${index}/titles/${language}`),
      ...sections.flatMap((section) => entries(`/stages/${index}/${section}`, stage[section])),
      `/stages/${index}`,
    ]),
    ...entries('/generalInfo', generalInfo),
  ]
}
