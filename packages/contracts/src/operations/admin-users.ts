import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { accountId, internalId } from '../schemas/identifiers.ts'
import { accountUser, invitation, signInLink } from '../schemas/people.ts'
import { closed } from '../schemas/shape.ts'

const shared = { service: 'gateway', audience: 'admin', tag: 'Accounts' } as const
const operation = operationsOf({ ...shared, params: closed({ account_id: accountId }) })
const ofUser = operationsOf({ ...shared, params: closed({ account_id: accountId, user_id: internalId }) })

export const listUsersOfAccount = operation('GET /admin/accounts/{account_id}/users', {
  summary: 'List the people of an account',
  responses: { 200: { description: 'All people, by address.', body: closed({ items: Type.Array(accountUser) }) } },
})

export const createUserOfAccount = operation('POST /admin/accounts/{account_id}/users', {
  summary: 'Create a person of an account, such as its first admin',
  description: 'The person also gets the link by mail, if the gateway sends mails.',
  body: invitation,
  responses: { 201: { description: 'The person, and a link that signs in once.', body: signInLink } },
  errors: ['user-exists', 'too-many-users', ...idempotencyErrors, 'secret-already-given'],
  secret: true,
})

export const createSignInLink = ofUser('POST /admin/accounts/{account_id}/users/{user_id}/links', {
  summary: 'Create a link that signs a person in once',
  description:
    'For a person who gets no mail. Anyone who has the link can sign in as this person: send it through a secure channel.',
  responses: { 201: { description: 'The link.', body: signInLink } },
  errors: [...idempotencyErrors, 'secret-already-given'],
  secret: true,
})

export const removeUserOfAccount = ofUser('DELETE /admin/accounts/{account_id}/users/{user_id}', {
  summary: 'Remove a person from an account, also its last admin',
  description: 'API keys that the person created keep working until they are revoked.',
  responses: { 204: { description: 'The person is not in the account.' } },
})
