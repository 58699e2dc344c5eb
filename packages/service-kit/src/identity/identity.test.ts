import { expect, test } from 'vitest'
import { type Identity, requireAccount } from './identity.ts'

const account = '01a20194-a816-7696-bd6a-42f6252f684b'
const other = '01a20194-a844-7eb5-96f2-c16d054b229d'
const request = (fields: Partial<Identity>) => ({
  identity: {
    scope: 'partner',
    issuer: 'gateway',
    account,
    oid: 'ABC',
    test: false,
    actor: 'x',
    ...fields,
  } as Identity,
})

test('a partner acts for its own account alone, and a service for none', () => {
  expect(() => requireAccount(request({}), account)).not.toThrow()
  const refused = expect.objectContaining({ code: 'account-mismatch', status: 403 })
  expect(() => requireAccount(request({}), other)).toThrow(refused)
  expect(() => requireAccount(request({ scope: 'service', account: null }), other)).toThrow(refused)
})

test('support acts for any account that there can be', () => {
  const support = request({ scope: 'support', account: null })
  expect(() => requireAccount(support, other)).not.toThrow()
  for (const odd of ['x', '%', `${account}0`, '..'])
    expect(() => requireAccount(support, odd)).toThrow(expect.objectContaining({ code: 'not-found' }))
})
