import { expect, it } from 'vitest'
import { extensionOf, partName } from './part-name.ts'

it.each([
  ['list.csv', 'list.csv'],
  ['  list.csv  ', 'list.csv'],
  ['"list.csv"', 'list.csv'],
  ['list.csv.', 'list.csv'],
  ['../../etc/cron.d/list.csv', 'list.csv'],
  ['C:\\Users\\anna\\list.csv', 'list.csv'],
  ['/list.csv', 'list.csv'],
  ['list.csv/', 'list.csv'],
  ['li\u0000st.csv', 'list.csv'],
  ['li\r\nst.csv', 'list.csv'],
  ['\u202evsc.pdf', 'vsc.pdf'],
  ['list\u200b.csv\ufeff', 'list.csv'],
  ['Buchungen März.csv', 'Buchungen März.csv'],
  ['予約.csv', '予約.csv'],
  ['a\u00a0b.csv', 'a b.csv'],
  ['..', null],
  ['///', null],
  ['', null],
  [false, null],
])('%j is shown as %j', (raw, name) => {
  expect(partName(raw as string | false)).toBe(name)
})

it('a very long name is shortened and keeps its extension', () => {
  const name = partName(`${'x'.repeat(4000)}.csv`) ?? ''
  expect(name).toHaveLength(200)
  expect(name).toMatch(/x…\.csv$/)
})

it.each([
  ['LIST.CSV', 'csv'],
  ['list.csv.gz', 'gz'],
  ['list', ''],
  [null, ''],
])('the extension of %j is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})
