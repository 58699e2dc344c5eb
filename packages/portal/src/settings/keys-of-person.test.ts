import { expect, test } from 'vitest'
import { keysOfPerson } from './keys-of-person.ts'

test('the keys of a person are those that they created, and all made with these', () => {
  const key = (id: string, made: { parent?: string; createdBy?: string }) => ({
    ...{ id, prefix: id, parent: made.parent ?? null, createdBy: made.createdBy ?? null },
  })
  const keys = [
    key('of-support', {}),
    key('own', { createdBy: 'user:anna@account.example' }),
    key('of-another', { createdBy: 'user:joanna@account.example' }),
    key('made-with-own', { parent: 'own' }),
    key('made-with-another', { parent: 'of-another' }),
    key('made-with-that', { parent: 'made-with-own' }),
    key('made-with-a-revoked-one', { parent: 'not-listed' }),
  ]
  const found = keysOfPerson('anna@account.example', keys).map(({ id }) => id)
  expect(found).toEqual(['own', 'made-with-own', 'made-with-that'])
  expect(keysOfPerson('nobody@account.example', keys)).toEqual([])
})
