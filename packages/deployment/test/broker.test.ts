import { createHash } from 'node:crypto'
import { serviceNames } from '@guidebook/contracts'
import { deadQueueName, exchangeName, queuesOf, tierQueueName } from '@guidebook/service-kit/topology'
import { describe, expect, test } from 'vitest'
import { brokerDefinitions, brokerUrl, forEachService } from '../src/index.ts'

const passwords = forEachService((service) => `password-of-${service}`)
const definitions = brokerDefinitions({ passwords })
const rightsOf = (service: string) => {
  const found = definitions.permissions.filter(({ user }) => user === service)
  expect(found).toHaveLength(1)
  return found[0] ?? { vhost: '', configure: '', write: '', read: '' }
}
const may = (right: string, name: string) => new RegExp(right).test(name)

const exchanges = serviceNames.map(exchangeName)
const queues = serviceNames.flatMap((service) =>
  queuesOf(service).flatMap((name) =>
    [name, deadQueueName(name), tierQueueName(name, 5_000)].map((queue) => ({ service, queue })),
  ),
)

describe('the rights of a service in the file', () => {
  test.each(serviceNames)('%s: publishes to its own exchange only', (service) => {
    const { write } = rightsOf(service)
    expect(exchanges.filter((exchange) => may(write, exchange))).toEqual([exchangeName(service)])
    for (const name of [`${exchangeName(service)}.x`, `guidebookX${service}`, 'amq.default', 'amq.topic', '']) {
      expect(may(write, name), name).toBe(false)
    }
  })

  test.each(serviceNames)(
    '%s: consumes its own queues, their retry tiers and dead letters, and no others',
    (service) => {
      const { read } = rightsOf(service)
      const readable = queues.filter(({ queue }) => may(read, queue))
      expect(readable).toEqual(queues.filter((one) => one.service === service))
      for (const name of [...exchanges, `my-${service}.x`]) expect(may(read, name), name).toBe(false)
    },
  )

  test.each(serviceNames)('%s: declares nothing and binds no queue', (service) => {
    const { configure, write } = rightsOf(service)
    for (const name of [...exchanges, ...queues.map(({ queue }) => queue), `${service}.x`, 'x']) {
      expect(may(configure, name), name).toBe(false)
      expect(may(write, name), name).toBe(name === exchangeName(service))
    }
  })
})

test('each service has a user whose hash is of its password, and no administrator is among them', () => {
  expect(definitions.users.map(({ name }) => name)).toEqual([...serviceNames])
  for (const { name, password_hash, tags } of definitions.users) {
    const hash = Buffer.from(password_hash, 'base64')
    const expected = createHash('sha256').update(hash.subarray(0, 4)).update(`password-of-${name}`).digest()
    expect(hash.subarray(4)).toEqual(expected)
    expect(tags).toEqual([])
  }
  expect(JSON.stringify(definitions)).not.toContain('password-of-')
})

test('an unchanged password keeps its hash, and a changed one gets another', () => {
  const changed = { ...passwords, builder: 'another' }
  const again = brokerDefinitions({ passwords: changed, former: definitions })
  const hashesOf = ({ users }: typeof definitions) =>
    Object.fromEntries(users.map((one) => [one.name, one.password_hash]))
  const { builder: before, ...others } = hashesOf(definitions)
  const { builder: after, ...kept } = hashesOf(again)
  expect(kept).toEqual(others)
  expect(after).not.toBe(before)
})

test('an administrator has all rights in every virtual host, and limits apply in each', () => {
  const administrator = { name: 'administrator', password: 'x', tags: ['administrator'] }
  const { users, vhosts, permissions, policies } = brokerDefinitions({
    passwords: { builder: 'y' },
    administrator,
    vhosts: ['one', 'two'],
  })
  expect(users.map(({ name, tags }) => [name, tags])).toEqual([
    ['administrator', ['administrator']],
    ['builder', []],
  ])
  expect(vhosts).toEqual([{ name: 'one' }, { name: 'two' }])
  expect(permissions.map(({ user, vhost, configure }) => [user, vhost, configure])).toEqual([
    ['administrator', 'one', '.*'],
    ['builder', 'one', '^$'],
    ['administrator', 'two', '.*'],
    ['builder', 'two', '^$'],
  ])
  expect(policies.map(({ vhost, definition }) => [vhost, definition['max-length-bytes']])).toEqual([
    ['one', 64 * 1024 * 1024],
    ['two', 64 * 1024 * 1024],
  ])
})

test('an address names the virtual host and keeps scheme, port and parameters of the server', () => {
  const user = { name: 'builder', password: 'p' }
  expect(brokerUrl('amqps://root:x@broker:5671/other?heartbeat=30', user)).toBe(
    'amqps://builder:p@broker:5671/guidebook?heartbeat=30',
  )
  expect(brokerUrl('amqp://broker', user, 'a/b')).toBe('amqp://builder:p@broker/a%2Fb')
  expect(brokerUrl('amqp://broker', { name: 'a@b', password: '50%25' })).toBe('amqp://a%40b:50%2525@broker/guidebook')
})
