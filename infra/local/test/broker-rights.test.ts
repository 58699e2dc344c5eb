import { expect, test } from 'vitest'
import { brokerRights } from '../src/servers/broker-rights.ts'

const may = (right: string, name: string) => new RegExp(right).test(name)

test('a service declares, fills and reads its own queues', () => {
  const { configure, write, read } = brokerRights('releases', 'guidebook')
  for (const right of [configure, write, read]) {
    expect(may(right, 'releases.account.changed.v1')).toBe(true)
    expect(may(right, 'releases.account.changed.v1.retry.5s')).toBe(true)
    expect(may(right, 'releases.account.changed.v1.dead')).toBe(true)
  }
})

test('a service declares the queues of those it tells something, and can not read them', () => {
  const { configure, read } = brokerRights('gateway', 'guidebook')
  expect(may(configure, 'webhooks.account.changed.v1')).toBe(true)
  expect(may(configure, 'webhooks.account.changed.v1.dead')).toBe(true)
  expect(may(read, 'webhooks.account.changed.v1')).toBe(false)
})

test('what a service has no part in is out of its reach', () => {
  const { configure, write, read } = brokerRights('gateway', 'guidebook')
  for (const right of [configure, write, read]) {
    expect(may(right, 'webhooks.release.shared.v1')).toBe(false)
    expect(may(right, 'my-gateway.x')).toBe(false)
    expect(may(right, 'amq.topic')).toBe(false)
  }
})
