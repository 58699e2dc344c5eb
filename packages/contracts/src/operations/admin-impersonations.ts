/** Support opens the portal of an account. */
import { operationsOf } from '../operation.ts'
import { accountId } from '../schemas/identifiers.ts'
import { impersonation, impersonationLink, impersonationRequest } from '../schemas/impersonation.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'

const operation = operationsOf({
  service: 'gateway',
  audience: 'admin',
  tag: 'Accounts',
  params: closed({ account_id: accountId }),
})

export const impersonateAccount = operation('POST /admin/accounts/{account_id}/impersonations', {
  summary: 'Open the portal of an account as one of its roles',
  description:
    'The link opens the portal once, within a minute. The session has the rights of the role and lasts an hour. The account sees the name and ' +
    'the reason in its list, and in the log of each change. Needs a personal admin token, which has the name.',
  body: impersonationRequest,
  responses: { 201: { description: 'The link.', body: impersonationLink } },
  errors: ['own-admin-token-needed', 'account-suspended'],
  secret: true,
})

export const listImpersonationsOfAccount = operation('GET /admin/accounts/{account_id}/impersonations', {
  summary: 'List when support opened the portal of an account',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page, newest first.', body: pageOf(impersonation) } },
})
