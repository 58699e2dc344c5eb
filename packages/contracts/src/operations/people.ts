import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { internalId } from '../schemas/identifiers.ts'
import { impersonation } from '../schemas/impersonation.ts'
import { accountUser, invitation, roleChange } from '../schemas/people.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'

const operation = operationsOf({ service: 'gateway', audience: 'partner', role: 'admin', tag: 'People' })
const params = closed({ user_id: internalId })

export const listUsers = operation('GET /account/users', {
  role: 'viewer',
  summary: 'List the people of the account',
  description: 'Those who may use the portal, with their roles.',
  responses: {
    200: { description: 'All people of the account, by address.', body: closed({ items: Type.Array(accountUser) }) },
  },
})

export const inviteUser = operation('POST /account/users', {
  summary: 'Invite a person',
  description:
    'The person may use the portal from now on. The mail has a link that signs in once; later the person signs in with a code by mail. ' +
    'An account can have at most 500 people, and can send at most 500 invitations in 24 hours, at most 5 of them to one address.',
  body: invitation,
  responses: { 201: { description: 'The person.', body: accountUser } },
  errors: ['user-exists', 'too-many-users', ...idempotencyErrors],
})

export const changeUser = operation('PATCH /account/users/{user_id}', {
  summary: 'Change the role of a person',
  description:
    'The new role applies within five seconds, also in sessions that are open. ' +
    'API keys that the person created keep working until they are revoked; `GET /account` names the person as their `createdBy`.',
  params,
  body: roleChange,
  responses: { 200: { description: 'The person.', body: accountUser } },
  errors: ['last-admin', ...idempotencyErrors],
})

export const removeUser = operation('DELETE /account/users/{user_id}', {
  summary: 'Remove a person from the account',
  description:
    'Within five seconds the person can no longer open the account in the portal. Access to other accounts remains. ' +
    'API keys that the person created keep working until they are revoked; `GET /account` names the person as their `createdBy`.',
  params,
  responses: { 204: { description: 'The person is not in the account.' } },
  errors: ['last-admin'],
})

export const listImpersonations = operation('GET /account/impersonations', {
  summary: 'List when support opened the portal of the account',
  description:
    'The person of support, the role, the reason and the end. The log of a release names the person of support, too.',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page, newest first.', body: pageOf(impersonation) } },
})
