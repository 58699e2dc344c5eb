import { expect, test } from 'vitest'
import { brokerRights } from '../src/servers/broker-rights.ts'

const may = (right: string, name: string) => new RegExp(right).test(name)
const { configure, write, read } = brokerRights('releases', 'guidebook')

test('a service publishes to its own exchange and to no other', () => {
  expect(may(write, 'guidebook.releases')).toBe(true)
  for (const name of ['guidebook.gateway', 'guidebook.releases.x', 'guidebookXreleases', 'amq.default', 'amq.topic']) {
    expect(may(write, name), name).toBe(false)
  }
})

test('a service consumes its own queues, retry tiers and dead letters', () => {
  for (const tail of ['', '.retry.5s', '.dead']) expect(may(read, `releases.account.changed.v1${tail}`)).toBe(true)
  for (const name of ['webhooks.account.changed.v1', 'my-releases.x', 'guidebook.releases']) {
    expect(may(read, name), name).toBe(false)
  }
})

test('a service declares nothing and binds no queue', () => {
  for (const name of ['releases.account.changed.v1', 'releases.x', 'guidebook.releases', 'x', '']) {
    expect(may(configure, name), name).toBe(name === '')
    expect(may(write, name), name).toBe(name === 'guidebook.releases')
  }
})
