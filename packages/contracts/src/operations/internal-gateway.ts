/** The gateway's operations for other services: the fields of an account that they store. */
import { defineOperation } from '../operation.ts'
import { accountProjection } from '../schemas/account.ts'
import { accountId, oid } from '../schemas/identifiers.ts'
import { closed, nullable } from '../schemas/shape.ts'

const shared = {
  service: 'gateway',
  audience: 'internal',
  tag: 'Internal',
  method: 'GET',
  callers: ['geodata', 'releases', 'builder', 'webhooks', 'importer'],
  responses: {
    200: {
      description: 'The account; null when there is none.',
      body: closed({ account: nullable(accountProjection) }),
    },
  },
} as const

export const readAccount = defineOperation({
  ...shared,
  id: 'readAccount',
  path: '/internal/accounts/{account_id}',
  summary: 'Read an account',
  params: closed({ account_id: accountId }),
  errors: [],
})

export const findAccountByOid = defineOperation({
  ...shared,
  id: 'findAccountByOid',
  path: '/internal/accounts',
  summary: 'Find an account by its Operator ID',
  query: closed({ oid }),
  errors: [],
})
