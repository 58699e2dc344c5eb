/** A person of the portal as the sender of a partner operation. */
import { type Operation, type Role, roles } from '@guidebook/contracts'
import { type ExchangeContext, fail, ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import type { Membership } from './session-queries.ts'
import type { Sessions } from './sessions.ts'

export const accountHeader = 'Guidebook-Account'

/**
 * Returns the identity of the signed-in person in the account that the request names, and a check that it still holds. `requireAllowed` throws
 * 403 `account-suspended` and `role-too-small`. Throws 401 `signed-out`, 400 `invalid-header` and 403 `account-mismatch`.
 */
export async function admitPerson(
  sessions: Sessions,
  ctx: ExchangeContext,
  operation: Operation,
  params: Readonly<Record<string, string>>,
) {
  const cookies = ctx.req.headers.cookie
  const { email, accounts, support } = await sessions.require(cookies)
  const account = accounts.find(({ id }) => id === namedAccount(ctx, operation, params)) ?? failNoMember()
  const requireAllowed = () => {
    if (account.suspended) fail('account-suspended')
    requireRole(account, operation)
  }
  const identity: StatedIdentity = {
    scope: 'partner',
    account: account.id,
    oid: account.oid,
    test: account.test,
    actor: support === null ? `user:${email}` : `support:${support.name} (${support.reason})`,
  }
  const isStillAdmitted = async () => {
    const now = await sessions.find(cookies)
    const membership = now?.accounts.find(({ id }) => id === account.id)
    return membership?.suspended === false && isEnough(membership.role, operation)
  }
  return { identity, requireAllowed, isStillAdmitted }
}

/**
 * The account of a request. `EventSource`, images and links cannot send headers: a GET may name it only in the path or in the query, where its
 * operation has a place for it.
 */
function namedAccount(
  { req, method, query }: ExchangeContext,
  operation: Operation,
  { account: inPath }: Readonly<Record<string, string>>,
): string {
  const inHeader = req.headers[accountHeader.toLowerCase()]
  if (typeof inHeader === 'string') return inHeader
  const inQuery = operation.query?.properties.account === undefined ? undefined : query.account
  const named = method === 'GET' || method === 'HEAD' ? (inPath ?? inQuery) : undefined
  if (typeof named === 'string') return named
  throw new ServiceError('invalid-header', { detail: `Send the account's ID in the header ${accountHeader}.` })
}

function failNoMember(): never {
  return fail(
    'account-mismatch',
    `You do not belong to the account that the header ${accountHeader} names. GET /portal/session lists your accounts.`,
  )
}

const isEnough = (role: Role, operation: Operation) => roles.indexOf(role) >= roles.indexOf(operation.role ?? 'admin')

function requireRole({ role, name }: Membership, operation: Operation): void {
  if (isEnough(role, operation)) return
  fail('role-too-small', `This needs the role ${operation.role} in ${name}. Your role there is ${role}.`)
}
