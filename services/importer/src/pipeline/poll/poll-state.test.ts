import { movableClock } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import { createPollRecord } from './poll-state.ts'

const start = '2027-03-01T01:00:00.000Z'

const replica = () => {
  const clock = movableClock(start)
  const record = createPollRecord({ clock, pollMs: 30_000 })
  const failInTurn = () => {
    record.begin()
    clock.advance(10_000)
    record.fail(new Error('the mail server does not respond'))
    record.standBy()
  }
  return { clock, record, failInTurn }
}

it('a replica that fails whenever it is its turn to lead becomes unhealthy', async () => {
  const { clock, record, failInTurn } = replica()
  for (let turn = 0; turn < 10; turn++) {
    failInTurn()
    clock.advance(20_000)
  }
  record.begin()
  expect(record.state.begun.toISOString()).toBe(start)
  await expect(record.check()).rejects.toThrow(`no successful poll since ${start}`)
})

it('failures no longer count after a successful poll', async () => {
  const { clock, record, failInTurn } = replica()
  failInTurn()
  record.begin()
  record.succeed(0)
  record.standBy()
  clock.advance(600_000)
  record.begin()
  await expect(record.check()).resolves.toBeUndefined()
})

it('failures no longer count when another replica has led for long', async () => {
  const { clock, record, failInTurn } = replica()
  failInTurn()
  clock.advance(21 * 60_000)
  record.standBy()
  record.begin()
  await expect(record.check()).resolves.toBeUndefined()
})

it('an outage of the database is no failure of the mailbox', async () => {
  const { clock, record } = replica()
  record.begin()
  record.succeed(0)
  record.end()
  record.fail(new Error('the lock is lost'))
  clock.advance(3_600_000)
  record.fail(new Error('the database is unreachable'))
  record.standBy()
  clock.advance(60_000)
  record.begin()
  await expect(record.check()).resolves.toBeUndefined()
})
