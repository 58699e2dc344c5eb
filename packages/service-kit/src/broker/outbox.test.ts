import { expect, test } from 'vitest'
import { outboxRows } from './outbox.ts'

test('a message that violates its schema is refused when it is emitted, without its values', async () => {
  const wrong = { account: 'secret', guidebook: 'g' } as never
  expect(() => outboxRows('guidebook.changed.v1', wrong)).toThrow(
    /^guidebook.changed.v1 does not match its schema: \/version required-field$/,
  )
})

test('a message over 1 MB is refused when it is emitted', () => {
  expect(() =>
    outboxRows('build.progressed.v1', {
      account: 'a',
      release: 1,
      link: 'l',
      generation: 1,
      sequence: 1,
      step: 's',
      percent: 1,
      message: 'm'.repeat(1_000_001),
      warnings: [],
    }),
  ).toThrow('exceeds 1 MB')
})
