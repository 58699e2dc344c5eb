import { expect, test } from 'vitest'
import { actorOfSeller } from './actor-of-seller.ts'

test('the operator’s log names the seller and support, but neither people and keys of the seller nor the reason that support gave it', () => {
  const actors = [
    'user:anna@seller.example',
    'gbk_live_abc',
    'support:anna (Ticket 4711: code (old) is wrong)',
    'support',
  ]
  expect(actors.map((actor) => actorOfSeller(actor, 'XYZ'))).toEqual([
    'seller:XYZ',
    'seller:XYZ',
    'support:anna',
    'support',
  ])
})
