import { expect, test } from 'vitest'
import { formatMessage, type MessageRef } from './messages.ts'

const nights: MessageRef<'importExplanations'> = {
  id: 'row.nights-outside',
  values: { to: '2027-06-09', departure: '2027-06-08' },
}

test('a stored message has its text in each language', () => {
  const stored = JSON.parse(JSON.stringify(nights))
  expect(formatMessage('importExplanations', 'en', stored)).toBe(
    'The nights of this column end on 2027-06-09, after the departure on 2027-06-08.',
  )
  expect(formatMessage('importExplanations', 'de', stored)).toBe(
    'Die Nächte dieser Spalte enden am 2027-06-09, nach der Abreise am 2027-06-08.',
  )
  expect(formatMessage('importExplanations', 'nl', { id: 'cell.empty' })).toBe('De cel is leeg.')
})

test('a message that this version lacks is shown by its name', () => {
  const newer = { id: 'row.newer', values: {} } as never
  expect(formatMessage('importExplanations', 'de', newer)).toBe('row.newer')
})

test('the compiler requires the values of the message', () => {
  // @ts-expect-error: the departure is missing.
  const incomplete: MessageRef<'importExplanations'> = { id: 'row.nights-outside', values: { to: '2027-06-09' } }
  // @ts-expect-error: no message has this name.
  const unknown: MessageRef<'importExplanations'> = { id: 'row.unknown' }
  expect([incomplete.id, unknown.id]).toHaveLength(2)
})
