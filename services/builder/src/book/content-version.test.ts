import { expect, test } from 'vitest'
import { contentVersion } from './content-version.ts'
import type { Draft, DraftStage } from './draft.ts'
import { warmUpDraft, warmUpFrame } from './warm-up-book.ts'

const { contentVersion: _version, createdAt: _createdAt, createdOn: _createdOn, ...frame } = warmUpFrame
const versionOf = (draft: Partial<Draft> = {}, other: Partial<typeof frame> = {}) =>
  contentVersion({ ...warmUpDraft, ...draft }, { ...frame, ...other })

test('the same content and booking have the same version', () => {
  expect(versionOf()).toEqual(versionOf({ stages: structuredClone(warmUpDraft.stages) }))
  expect(versionOf().name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}$/)
})

test('a change of the booking changes the second half only', () => {
  const [before, after] = [versionOf(), versionOf({}, { bookingCode: '2' })]
  expect(after.ways).toBe(before.ways)
  expect(after.waysFingerprint).toBe(before.waysFingerprint)
  expect(after.name).not.toBe(before.name)
  expect(after.bookFingerprint).not.toBe(before.bookFingerprint)
})

const { stages } = warmUpDraft
const stagesWith = (change: Partial<DraftStage>) => ({ stages: stages.map((stage) => ({ ...stage, ...change })) })
const stays = stages[0]?.accommodations ?? []

test.each<[string, Partial<Draft>, Partial<typeof frame>]>([
  ['another paper', {}, { paper: 'a5' }],
  ['another logo', {}, { brand: { ...frame.brand, logo: { name: 'logo-1.png', width: 4, height: 1, color: null } } }],
  ['another cover', { cover: 'ab' }, {}],
  ['another day', stagesWith({ date: '2026-05-05' }), {}],
  ['another text', stagesWith({ texts: [] }), {}],
  [
    'another comment',
    stagesWith({ accommodations: stays.map((stay) => ({ ...stay, comment: 'Key at the bar' })) }),
    {},
  ],
])('%s leaves the GPX files as they are', (_, draft, other) => {
  const [before, after] = [versionOf(), versionOf(draft, other)]
  expect(after.ways).toBe(before.ways)
  expect(after.name).not.toBe(before.name)
  expect(after.bookFingerprint).not.toBe(before.bookFingerprint)
})

test('a change of a title, a place or a track point changes the ways', () => {
  const all = [
    versionOf(),
    versionOf({ title: 'Other' }),
    versionOf(stagesWith({ pois: [] })),
    versionOf(stagesWith({ accommodations: stays.map((stay) => ({ ...stay, name: 'Other' })) })),
    versionOf(
      stagesWith({
        routes: stages.flatMap(({ routes }) => routes.map((route) => ({ ...route, track: Buffer.from('other') }))),
      }),
    ),
  ]
  expect(new Set(all.map(({ ways }) => ways)).size).toBe(all.length)
  expect(new Set(all.map(({ bookFingerprint }) => bookFingerprint)).size).toBe(all.length)
})
