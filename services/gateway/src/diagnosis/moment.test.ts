import { expect, test } from 'vitest'
import { dayIn, momentIn } from './moment.ts'

test('days and instants begin with the day as people write it', () => {
  expect(dayIn('fr', '2026-07-01')).toMatch(/^1er /)
  expect(momentIn('fr', '2026-07-01T06:15:00Z', 'Europe/Vienna')).toMatch(/^1er .*08:15/)
})
