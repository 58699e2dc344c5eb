import { type Account, operations } from '@guidebook/contracts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Admin } from './admin.ts'

const oidForm = /^[a-z0-9]{3}$/i

/** The account with this id or OID. Throws a `CommandError` when there is none. */
export async function findAccount(admin: Admin, name: string): Promise<Account> {
  return oidForm.test(name) ? await findByOid(admin, name.toUpperCase()) : await findById(admin, name)
}

async function findByOid(admin: Admin, oid: string): Promise<Account> {
  const { body } = await admin.read(operations.listAccounts, { query: { oid } })
  return body.items[0] ?? unknown(`no account has the OID ${oid}`)
}

async function findById(admin: Admin, id: string): Promise<Account> {
  try {
    return (await admin.read(operations.readAccountForSupport, { params: { account_id: id } })).body
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === exitCodes.notFound) unknown(`no account has the id ${id}`)
    throw error
  }
}

function unknown(message: string): never {
  throw new CommandError(message, {
    code: 'account-not-found',
    exitCode: exitCodes.notFound,
    hint: '"guidebook account list" lists all accounts.',
  })
}
