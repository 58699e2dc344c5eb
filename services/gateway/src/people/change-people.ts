import type { BodyOf, operations, Role } from '@guidebook/contracts'
import { fail, failWith, queueMail, ServiceError } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { findAccount, lockAccounts } from '../account/queries.ts'
import { requireAdmin, type Sender } from '../api-key/require-admin.ts'
import type { Context } from '../context.ts'
import {
  addMember,
  countMembers,
  findMember,
  findUserByEmail,
  type Member,
  removeMember,
  setRole,
} from '../person/queries.ts'
import { createLink } from '../portal/sign-in.ts'
import { invitationMail, signInLink } from '../portal/sign-in-mails.ts'
import { aboutInvitation, requireInvitationsLeft } from './limit-invitations.ts'

const mostUsers = 500
const day = 24 * 60 * 60 * 1_000
/** A link of an invitation works once in this time; later the person signs in with a code. */
const invitationLifetime = 7 * day

/**
 * Adds a person to an account. Returns the person and a link that signs in once; with `mail`, the link is also sent. Throws 404 for an unknown
 * account, 409 `user-exists` and `too-many-users`, with `limited` 429 when the account sent too many, and 401 or 403 when the sender lost the right
 * meanwhile. The account stays locked until the transaction ends.
 */
export async function invite(
  trx: Knex.Transaction,
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  account: string,
  { email, name, role, language }: BodyOf<typeof operations.inviteUser>,
  { by, mail, limited }: { by: Sender; mail: boolean; limited: boolean },
): Promise<NewLink> {
  await lockAccounts(trx, account)
  await requireAdmin(trx, account, by)
  const { name: accountName, default_lang } = (await findAccount(trx, account)) ?? fail('not-found')
  const known = await findUserByEmail(trx, email)
  if (known !== undefined && (await findMember(trx, account, known.id)) !== undefined) {
    failWith('user-exists', [{ pointer: '/email', code: 'user-exists', message: 'belongs to a person of the account' }])
  }
  if ((await countMembers(trx, account)) >= mostUsers) throw new ServiceError('too-many-users')
  if (limited) await requireInvitationsLeft(trx, account, email)

  const now = clock.now()
  const person = { email, name, role, language: language ?? default_lang }
  const user = await addMember(trx, account, person, { by: by.actor, now })
  const { link, expiresAt } = await newLink(trx, { clock, settings }, user.id)
  const signInPage = `${settings.PUBLIC_URL}/portal/`
  if (mail) {
    const invitation = invitationMail(user, { account: accountName, link, signInPage })
    await queueMail(trx, invitation, aboutInvitation(account))
  }
  const member = (await findMember(trx, account, user.id)) ?? fail('not-found')
  return { member, link, expiresAt }
}

export interface NewLink {
  member: Member
  /** Signs the person in once. */
  link: string
  expiresAt: Date
}

async function newLink(trx: Knex.Transaction, { clock, settings }: Pick<Context, 'clock' | 'settings'>, user: string) {
  const now = clock.now()
  const token = await createLink(trx, { user, now, lifetimeMs: invitationLifetime })
  return { link: signInLink(settings.PUBLIC_URL, token), expiresAt: new Date(now.getTime() + invitationLifetime) }
}

/** Throws 404 `not-found`. */
export async function linkFor(
  trx: Knex.Transaction,
  context: Pick<Context, 'clock' | 'settings'>,
  account: string,
  user: string,
): Promise<NewLink> {
  const member = await lockMember(trx, account, user)
  return { member, ...(await newLink(trx, context, member.id)) }
}

/** Throws 404 `not-found`, 409 `last-admin`, and 401 or 403 when the sender lost the right meanwhile. */
export async function changeRole(
  trx: Knex.Transaction,
  account: string,
  user: string,
  { role, by }: { role: Role; by: Sender },
): Promise<Member> {
  const member = await lockMember(trx, account, user)
  await requireAdmin(trx, account, by)
  if (role !== 'admin') await requireOtherAdmin(trx, account, member)
  await setRole(trx, account, user, role)
  return { ...member, role }
}

/** Throws 404 `not-found`, 409 `last-admin` unless the account may be left without one, and 401 or 403 when the sender lost the right meanwhile. */
export async function remove(
  trx: Knex.Transaction,
  account: string,
  user: string,
  { by, leaveNoAdmin = false }: { by: Sender; leaveNoAdmin?: boolean },
): Promise<void> {
  const member = await lockMember(trx, account, user)
  await requireAdmin(trx, account, by)
  if (!leaveNoAdmin) await requireOtherAdmin(trx, account, member)
  await removeMember(trx, account, user)
}

/** The account is locked, so that two admins cannot remove each other at the same time. */
async function lockMember(trx: Knex.Transaction, account: string, user: string): Promise<Member> {
  if ((await lockAccounts(trx, account)) === 0) fail('not-found')
  return (await findMember(trx, account, user)) ?? fail('not-found')
}

async function requireOtherAdmin(trx: Knex.Transaction, account: string, { id, role }: Member): Promise<void> {
  if (role !== 'admin') return
  const others = trx('memberships').where({ account, role: 'admin' }).whereNot({ user_id: id })
  if ((await others.first('user_id')) === undefined) fail('last-admin')
}
