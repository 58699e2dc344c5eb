import { expect, test } from 'vitest'
import type { Accommodation, Poi } from '../src/index.ts'
import { styleOf } from '../src/map/map-content.ts'
import { BookFiles } from '../src/pdf/book-files.ts'
import { accommodationData, poiData } from '../src/pdf/entry-data.ts'
import { emptyBook, poiOf, stayOf } from './books.ts'

const style = styleOf(emptyBook())
const files = new BookFiles({ missing: '', title: '' }, new Set())
const isLongPlace = (changes: Partial<Poi>) => poiData(poiOf(1, 'Stop', 46, 14, changes), style, files).long
const isLongStay = (changes: Partial<Accommodation>) => accommodationData(stayOf('Inn', changes), style, files).long

test('an entry of few short lines stays on its page', () => {
  expect(isLongPlace({ html: '07:10<br>'.repeat(20), phone: '112' })).toBe(false)
  expect(isLongStay({ comment: '07:10\n'.repeat(20), address: 'At the lake' })).toBe(false)
})

test('an entry of many short lines may break over pages', () => {
  expect(isLongPlace({ html: '07:10<br>'.repeat(60) })).toBe(true)
  expect(isLongPlace({ html: `<ul>${'<li>07:10'.repeat(60)}</ul>` })).toBe(true)
  expect(isLongPlace({ html: `<table>${'<tr><td>1<td>2'.repeat(60)}</table>` })).toBe(true)
  expect(isLongStay({ html: '<p>07:10'.repeat(60) })).toBe(true)
  expect(isLongStay({ comment: '07:10\n'.repeat(60) })).toBe(true)
})

test('an entry with a long address may break over pages', () => {
  expect(isLongPlace({ address: 'Bay '.repeat(300) })).toBe(true)
  expect(isLongStay({ address: 'Bay '.repeat(300) })).toBe(true)
})
