import type { Artifacts } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import type { Release } from '../release/release.ts'
import { contentDisposition, courseOf, gpxFileOf } from './trip-file.ts'

const release = { gpx_enabled: true } as unknown as Release
const way = { stage: 1, bytes: 1 }
const files = [
  { ...way, name: '01-alternative-1-new', key: 'alternative', variant: 'full', alternative: 1 },
  { ...way, name: '01-new-device', key: 'device', variant: 'device' },
  { ...way, name: '01-new', key: 'main', variant: 'full' },
]
const renumbered = [
  { ...way, name: '02-over-the-pass', key: 'pass', variant: 'full', stage: 2 },
  { ...way, name: '03-new', key: 'third', variant: 'full', stage: 3 },
  { ...way, name: '04-stage', key: 'untitled', variant: 'full', stage: 4 },
  { ...way, name: '12-days', key: 'trip', variant: 'full', stage: null },
  { ...way, name: '12-home', key: 'last', variant: 'full', stage: 12 },
]
const courses = [
  { ...way, name: '01-new.tcx', key: 'tcx', format: 'tcx' },
  { ...way, name: '01-new.fit', key: 'fit', format: 'fit' },
]
const artifacts = { gpx: { files, courses } } as unknown as Artifacts

it.each<[string, typeof gpxFileOf, string]>([
  ['01-new', gpxFileOf, 'main'],
  ['01-old-title', gpxFileOf, 'main'],
  ['01-old-title-device', gpxFileOf, 'device'],
  ['01-alternative-1-old', gpxFileOf, 'alternative'],
  ['01-alternative-2-old', gpxFileOf, 'no-file'],
  ['02-old-title', gpxFileOf, 'no-file'],
  ['1-old-title', gpxFileOf, 'no-file'],
  ['old-title', gpxFileOf, 'no-file'],
  ['01-old-title.tcx', courseOf, 'tcx'],
  ['01-old-title.fit', courseOf, 'fit'],
  ['01-old-title.gpx', courseOf, 'no-file'],
])('an address with a former title leads to the file of the same way: %s', (name, fileOf, expected) => {
  const file = fileOf(name)(release, artifacts)
  expect(typeof file === 'string' ? file : file.key).toBe(expected)
})

it.each([
  ['03-over-the-pass', 'pass'],
  ['03-old-title', 'third'],
  ['03-stage', 'third'],
  ['12-home', 'last'],
  ['12-days-of-walking', 'no-file'],
])('an address with a former number leads to the way with the title: %s', (name, expected) => {
  const file = gpxFileOf(name)(release, { gpx: { files: renumbered, courses } } as unknown as Artifacts)
  expect(typeof file === 'string' ? file : file.key).toBe(expected)
})

it('a file has its own name, whatever its address', () => {
  expect(gpxFileOf('01-old-title')(release, artifacts)).toMatchObject({ name: '01-new.gpx' })
  expect(courseOf('01-old-title.fit')(release, artifacts)).toMatchObject({ name: '01-new.fit' })
})

it('a file’s name is sent in any script, together with an ASCII form for older clients', () => {
  expect(contentDisposition('inline', 'Überblick.pdf')).toBe(
    `inline; filename="Uberblick.pdf"; filename*=UTF-8''%C3%9Cberblick.pdf`,
  )
  expect(contentDisposition('attachment', '山.zip')).toBe(
    `attachment; filename="_.zip"; filename*=UTF-8''%E5%B1%B1.zip`,
  )
})

it('nothing in a name can end the header or lead to another folder', () => {
  const header = contentDisposition('inline', 'a"b\r\nSet-Cookie: x/../c\\d\ud800.pdf')
  expect(header).toMatch(/^[\x20-\x7e]+$/)
  expect(header.match(/"/g)).toHaveLength(2)
  expect(header).not.toMatch(/[/\\]/)
})
