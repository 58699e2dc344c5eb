import type { ConsumeMessage } from 'amqplib'
import { describe, expect, test } from 'vitest'
import { senderProof } from './sender.ts'

const received = (userId?: string, headers: Record<string, unknown> = {}) =>
  ({ properties: { userId, headers } }) as unknown as ConsumeMessage

describe('with a broker user for each service', () => {
  const proof = senderProof('releases', 'amqp://releases:secret@broker/guidebook')
  const accepts = (message: ConsumeMessage) => () => proof.require(message, 'importer')

  test('a message of the source’s user is accepted', () => {
    expect(proof.userId).toBe('releases')
    expect(accepts(received('importer'))).not.toThrow()
  })

  test.each([
    ['without a user', received()],
    ['of another service’s user', received('webhooks')],
    ['of another service’s user with a forged sender header', received('webhooks', { 'x-sender': 'importer' })],
    ['of the service’s own user without a sender header', received('releases')],
  ])('a message %s is refused', (_what, message) => {
    expect(accepts(message)).toThrow('the message was not sent by the broker user of its source')
  })

  test('a message that is forwarded several times keeps its first sender', () => {
    const once = received('releases', proof.headers(received('importer')))
    const twice = received('releases', proof.headers(once))
    expect(accepts(twice)).not.toThrow()
  })

  test('forwarding a message without proof of its sender adds no proof', () => {
    for (const message of [received(), received('webhooks')]) {
      expect(accepts(received('releases', proof.headers(message)))).toThrow('not sent by the broker user')
    }
  })
})

test('with a shared broker user senders are not checked', () => {
  const proof = senderProof('releases', 'amqp://guest@broker')
  expect(proof.userId).toBeUndefined()
  expect(() => proof.require(received(), 'importer')).not.toThrow()
  expect(proof.headers(received('importer'))).toEqual({})
})
