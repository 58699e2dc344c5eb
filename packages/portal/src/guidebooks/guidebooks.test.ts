import type { Guidebook } from '@guidebook/client'
import { expect, test } from 'vitest'
import { nameOf } from '../i18n/names.ts'
import { imageFault } from '../ui/image-file.ts'
import { draftOf, emptyDraft, listOf, newStage, pointersOf, renumbered, toBody, withMoved } from './edit/draft.ts'
import { beginHistory, type History, historyAfter, lastRemoved } from './edit/history.ts'
import { readGuidebookFilter } from './filter.ts'
import { missingTexts } from './missing-texts.ts'

const member = (link: string, kind: 'route' | 'poi' | 'text', names: Record<string, string>) => ({
  link,
  kind,
  libraryCustomId: 'LIB',
  customId: link,
  names,
})
const attributes = { altitudeUp: null, altitudeDown: null, routeDistance: '5', time: null }
const route = { ...member('r', 'route', { de: 'Weg' }), role: 'alternative' as const, attributes }
const guidebook: Guidebook = {
  id: 'id',
  account: 'account',
  customId: 'GB',
  titles: { de: 'Weg', en: ' ' },
  descriptions: { de: '<p>Text</p>' },
  cover: null,
  stages: [
    { number: 2, titles: { de: 'Zwei', fr: 'Deux' }, routes: [route, route], pois: [], texts: [] },
    {
      number: 5,
      titles: {},
      routes: [],
      pois: [member('p', 'poi', { de: 'Ort', en: 'Place', fr: 'Lieu' })],
      texts: [],
    },
  ],
  generalInfo: [member('r', 'route', { de: 'Weg' })],
  version: 1,
  createdAt: '',
  updatedAt: '',
}

test('a draft sends what was stored, with a role where a route has one, and without empty texts', () => {
  expect(toBody(draftOf(guidebook))).toEqual({
    customId: 'GB',
    titles: { de: 'Weg' },
    descriptions: { de: '<p>Text</p>' },
    stages: [
      {
        number: 2,
        titles: { de: 'Zwei', fr: 'Deux' },
        routes: [
          { link: 'r', role: 'alternative' },
          { link: 'r', role: 'alternative' },
        ],
        pois: [],
        texts: [],
      },
      { number: 5, titles: {}, routes: [], pois: [{ link: 'p' }], texts: [] },
    ],
    generalInfo: [{ link: 'r' }],
  })
})

test('a removed language leaves all texts, and a removed cover is sent as null', () => {
  const draft = draftOf(guidebook)
  const changed = { ...draft, texts: draft.texts.filter(({ language }) => language !== 'fr'), cover: 'none' as const }
  expect(toBody(changed).stages?.[0]?.titles).toEqual({ de: 'Zwei' })
  expect(toBody(changed).imageBase64).toBeNull()
  expect(toBody({ ...draft, cover: { image: new Blob(), base64: 'aaaa' } }).imageBase64).toBe('aaaa')
})

test('stages in another order get the same numbers, and a new stage the next one', () => {
  const { stages } = draftOf(guidebook)
  expect(renumbered(stages.toReversed()).map(({ number, titles }) => [number, titles.de])).toEqual([
    [2, undefined],
    [5, 'Zwei'],
  ])
  expect([newStage(stages).number, newStage([]).number]).toEqual([6, 1])
})

test('an entry moves to a place of another stage with its role, and inside its stage', () => {
  const { stages } = draftOf(guidebook)
  const [first, second] = stages
  const [moved, other] = first?.routes ?? []
  if (first === undefined || second === undefined || moved === undefined || other === undefined) throw new Error('none')
  const keysOf = (changed: typeof stages) => changed.map(({ routes }) => routes.map(({ key }) => key))
  const across = withMoved(stages, moved.key, { list: listOf(second, 'routes'), index: 0 })
  expect(keysOf(across)).toEqual([[other.key], [moved.key]])
  expect(across[1]?.routes[0]?.role).toBe('alternative')
  expect(keysOf(withMoved(across, other.key, { list: listOf(second, 'routes'), index: 1 }))).toEqual([
    [],
    [moved.key, other.key],
  ])
  expect(keysOf(withMoved(stages, moved.key, { list: listOf(first, 'routes'), index: 1 }))).toEqual([
    [other.key, moved.key],
    [],
  ])
  expect(withMoved(stages, 'gone', { list: listOf(first, 'routes'), index: 0 })).toEqual(stages)
})

/** A stored guidebook after changes of its stages. */
const changed = (history: History, ...changes: ((stages: ReturnType<typeof draftOf>['stages']) => typeof stages)[]) =>
  changes.reduce(
    (current, change) =>
      historyAfter(current, { kind: 'change', to: (draft) => ({ ...draft, stages: change(draft.stages) }) }),
    history,
  )

test('moves, additions and removals are undone and redone in their order; another change ends what can be redone', () => {
  const begun = beginHistory(draftOf(guidebook))
  const all = changed(
    begun,
    (stages) => renumbered(stages.toReversed()),
    (stages) => [...stages, newStage(stages)],
    (stages) => stages.slice(1),
  )
  const numbers = ({ draft }: History) => draft.stages.map(({ number, pois }) => [number, pois.length])
  const seen = [all]
  for (const kind of ['undo', 'undo', 'undo', 'undo', 'redo', 'redo', 'redo', 'redo'] as const) {
    seen.push(historyAfter(seen.at(-1) ?? begun, { kind }))
  }
  const [none, reversed, added, removed] = [
    [
      [2, 0],
      [5, 1],
    ],
    [
      [2, 1],
      [5, 0],
    ],
    [
      [2, 1],
      [5, 0],
      [6, 0],
    ],
    [
      [5, 0],
      [6, 0],
    ],
  ]
  expect(seen.map(numbers)).toEqual([removed, added, reversed, none, none, reversed, added, removed, removed])
  const undone = historyAfter(all, { kind: 'undo' })
  expect([undone.past.length, undone.future.length]).toEqual([2, 1])
  expect(changed(undone, (stages) => stages.slice(1)).future).toEqual([])
})

test('undoing keeps titles, roles and texts that were changed since, also those of what it takes away', () => {
  const begun = beginHistory(draftOf(guidebook))
  const moved = changed(begun, (stages) => renumbered(stages.toReversed()))
  const titled = changed(moved, (stages) => stages.map((stage) => ({ ...stage, titles: { de: 'Neu' } })))
  const edited = historyAfter(titled, { kind: 'change', to: (draft) => ({ ...draft, customId: 'NEW' }) })
  expect(edited.past).toHaveLength(1)
  const { draft, future } = historyAfter(edited, { kind: 'undo' })
  expect([draft.customId, draft.stages.map(({ titles }) => titles.de)]).toEqual(['NEW', ['Neu', 'Neu']])
  expect(future).toHaveLength(1)

  const withStage = changed(
    begun,
    (stages) => [...stages, newStage(stages)],
    (stages) => stages.map((stage) => (stage.number === 6 ? { ...stage, titles: { de: 'Neu' } } : stage)),
  )
  const without = historyAfter(withStage, { kind: 'undo' })
  expect(without.draft.stages).toHaveLength(2)
  expect(historyAfter(without, { kind: 'redo' }).draft.stages[2]?.titles).toEqual({ de: 'Neu' })
})

test('a removal names the stage, or the entry, and a move names none', () => {
  const begun = beginHistory(draftOf(guidebook))
  expect(lastRemoved(begun)).toBeNull()
  expect(lastRemoved(changed(begun, (stages) => stages.slice(1)))).toMatchObject({ number: 2 })
  const withoutPlace = changed(begun, (stages) => stages.map((stage) => ({ ...stage, pois: [] })))
  expect(lastRemoved(withoutPlace)).toMatchObject({ link: 'p' })
  expect(lastRemoved(changed(begun, (stages) => stages.toReversed()))).toBeNull()
  const general = historyAfter(begun, { kind: 'change', to: (draft) => ({ ...draft, generalInfo: [] }) })
  expect(lastRemoved(general)).toMatchObject({ link: 'r' })
})

test('the pointer of an entry comes before the pointer of its stage', () => {
  expect(pointersOf(draftOf(guidebook))).toEqual(
    expect.arrayContaining([
      ...['/titles/fr', '/titles', '/stages/0/titles/de', '/stages/0/routes/1', '/stages/0'],
      ...['/stages/1/pois/0', '/generalInfo/0'],
    ]),
  )
  const pointers = pointersOf(draftOf(guidebook))
  expect(pointers.indexOf('/stages/0/titles/de')).toBeLessThan(pointers.indexOf('/stages/0'))
  expect(pointersOf(emptyDraft('de'))).toContain('/titles/de')
})

test('each language names the texts that it lacks, and each item once', () => {
  const found = missingTexts(guidebook).map(({ language, title, description, stages, items, count }) => [
    language,
    title,
    description,
    stages,
    items.map(({ link }) => link),
    count,
  ])
  expect(found).toEqual([
    ['de', false, false, [], [], 0],
    ['en', true, true, [2], ['r'], 4],
    ['fr', true, true, [], ['r'], 3],
  ])
})

test('an image is recognised by its first bytes, and has at most 5 MB', async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
  expect(await Promise.all([png, jpeg].map((bytes) => imageFault(new Blob([bytes]))))).toEqual([null, null])
  const others = [new Blob(['GIF89a'], { type: 'image/png' }), new Blob([]), new Blob([png, new Uint8Array(5 << 20)])]
  expect(await Promise.all(others.map(imageFault))).toEqual(['imageNotSupported', 'imageNotSupported', 'imageTooLarge'])
})

test('a name is in the language of the reader, else in English, else in any, and never empty', () => {
  const names = { fr: 'c', de: '', en: 'b' }
  expect(['fr', 'de', 'it'].map((language) => nameOf(names, language))).toEqual(['c', 'b', 'b'])
  expect([nameOf({ de: ' ', fr: 'c' }, 'de'), nameOf({}, 'de', 'ID')]).toEqual(['c', 'ID'])
})

test('the address keeps only known filters', () => {
  expect(readGuidebookFilter({ q: 12, sort: '-changed', other: 1 })).toEqual({ q: '12', sort: '-changed' })
  expect(readGuidebookFilter({ q: '', sort: 'x' })).toEqual({})
})
