import { expect, test } from 'vitest'
import { contentVersion } from './content-version.ts'
import type { Draft } from './draft.ts'
import { warmUpDraft, warmUpFrame } from './warm-up-book.ts'

const { contentVersion: _version, createdAt: _createdAt, ...frame } = warmUpFrame
const versionOf = (draft: Partial<Draft> = {}, other: Partial<typeof frame> = {}) =>
  contentVersion({ ...warmUpDraft, ...draft }, { ...frame, ...other })

test('the same content and booking have the same version', () => {
  expect(versionOf()).toEqual(versionOf({ stages: structuredClone(warmUpDraft.stages) }))
  expect(versionOf().name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}$/)
})

test('a change of the booking changes the second half only', () => {
  const [before, after] = [versionOf(), versionOf({}, { bookingCode: '2' })]
  expect(after.trip).toBe(before.trip)
  expect(after.tripFingerprint).toBe(before.tripFingerprint)
  expect(after.name).not.toBe(before.name)
  expect(after.bookFingerprint).not.toBe(before.bookFingerprint)
  const moved = versionOf({ stages: warmUpDraft.stages.map((stage) => ({ ...stage, date: '2026-05-05' })) })
  expect(moved.trip).toBe(before.trip)
  expect(moved.name).not.toBe(before.name)
})

test('another paper and another logo change the second half only', () => {
  const before = versionOf()
  const logo = { name: 'logo-1.png', width: 4, height: 1, color: null }
  for (const after of [versionOf({}, { paper: 'a5' }), versionOf({}, { brand: { ...frame.brand, logo } })]) {
    expect(after.trip).toBe(before.trip)
    expect(after.bookFingerprint).not.toBe(before.bookFingerprint)
  }
})

test('a change of a text, an image or a track point changes the trip', () => {
  const trips = [
    versionOf(),
    versionOf({ title: 'Other' }),
    versionOf({ cover: 'ab' }),
    versionOf({
      stages: warmUpDraft.stages.map((stage) => ({
        ...stage,
        routes: stage.routes.map((route) => ({ ...route, track: Buffer.from('other') })),
      })),
    }),
  ].map(({ trip }) => trip)
  expect(new Set(trips).size).toBe(trips.length)
})
