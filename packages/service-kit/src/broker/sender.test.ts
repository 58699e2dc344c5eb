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
    ['of another service’s user that claims to forward it', received('webhooks', { 'x-sender': 'importer' })],
    ['that the service published itself without a sender', received('releases')],
  ])('a message %s is poison', (_what, message) => {
    expect(accepts(message)).toThrow('the message was not sent by the broker user of its source')
  })

  test('a forwarded message keeps its first sender, however often it is forwarded', () => {
    const once = received('releases', proof.headers(received('importer')))
    const twice = received('releases', proof.headers(once))
    expect(accepts(twice)).not.toThrow()
  })

  test('forwarding proves nothing that was not proven before', () => {
    for (const message of [received(), received('webhooks')]) {
      expect(accepts(received('releases', proof.headers(message)))).toThrow('not sent by the broker user')
    }
  })
})

test('a shared broker user proves nothing, so nothing is required', () => {
  const proof = senderProof('releases', 'amqp://guest@broker')
  expect(proof.userId).toBeUndefined()
  expect(() => proof.require(received(), 'importer')).not.toThrow()
  expect(proof.headers(received('importer'))).toEqual({})
})
