import { type Account, type BodyOf, operations, schemas } from '@guidebook/contracts'
import type { Admin } from '../admin/admin.ts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument, definedFields } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { moment, table } from '../output/layout.ts'
import { identityArguments, identityChanges, settingArguments, settingsOf } from './account-settings.ts'
import { key } from './key.ts'
import { showAccount } from './show-account.ts'

type NewAccount = BodyOf<typeof operations.createAccount>

const create = changing({
  summary: 'Create an account',
  args: {
    ...identityArguments,
    oid: {
      type: 'string',
      required: true,
      valueHint: 'ABC',
      description: 'Operator ID (OID): three upper-case letters or digits',
      schema: schemas.oid,
    },
    ...settingArguments,
    test: { type: 'boolean', description: 'Test account: test keys, watermarked releases' },
  },
  repeatable: true,
  examples: [
    'guidebook account create --name "Alpine Walks" --oid ABC --email office@operator.example --type operator',
    'guidebook account create --oid TST --name Trial --email me@example.com --type reseller --test --dry-run',
  ],
  async plan(values, { admin, idempotencyKey }) {
    const { name, oid, email, type, test } = values
    // The contract requires both colours or none.
    const body = { name, oid, email, type, ...settingsOf(values), ...(test && { test }) } as NewAccount
    const creation = request(operations.createAccount, { body }, idempotencyKey)
    if (idempotencyKey === undefined) await requireFreeOid(admin(), oid)
    return {
      requests: [creation],
      async execute() {
        const { body: account } = await admin().send(creation)
        return {
          json: account,
          text: (paint) => showAccount(account, paint),
          notes: [`It has no API key yet. Create one with "guidebook key rotate ${oid}".`],
        }
      },
    }
  },
})

/** Not called for a repeat: that one gets the account of the first attempt again. */
async function requireFreeOid(admin: Admin, oid: string): Promise<void> {
  const { body } = await admin.read(operations.listAccounts, { query: { oid } })
  const [taken] = body.items
  if (taken === undefined) return
  throw new CommandError(`the OID ${oid} is taken by ${taken.name} (${taken.id})`, {
    code: 'oid-taken',
    exitCode: exitCodes.refused,
    details: [{ pointer: '/oid', message: 'is taken' }],
  })
}

const update = changing({
  summary: 'Change settings of an account',
  args: { account: accountArgument, ...identityChanges, ...settingArguments },
  repeatable: true,
  examples: ['guidebook account update ABC --time-zone Europe/Vienna --primary-color "#0a7d4b"'],
  async plan(values, { admin, idempotencyKey }) {
    const { name, email, type } = values
    const body = { ...definedFields({ name, email, type }), ...settingsOf(values) }
    if (Object.keys(body).length === 0) {
      throw new CommandError('no setting to change: add at least one option', {
        code: 'required-field',
        exitCode: exitCodes.usage,
      })
    }
    const { id } = await findAccount(admin(), values.account)
    const change = request(operations.updateAccount, { params: { account_id: id }, body }, idempotencyKey)
    return {
      requests: [change],
      async execute() {
        const { body: account } = await admin().send(change)
        return { json: account, text: (paint) => showAccount(account, paint) }
      },
    }
  },
})

const show = reading({
  summary: 'Show an account',
  args: { account: accountArgument },
  examples: ['guidebook account show ABC'],
  async read({ account: name }, { admin }) {
    const account = await findAccount(admin(), name)
    const partners = await Promise.all(account.connections.map((id) => findAccount(admin(), id)))
    const oids = new Map(partners.map(({ id, oid }) => [id, oid]))
    return { json: account, text: (paint) => showAccount(account, paint, (id) => oids.get(id) ?? id) }
  },
})

/** Reads all pages: there are hundreds of accounts, not millions. */
async function listAll(admin: Admin): Promise<Account[]> {
  const accounts: Account[] = []
  let next: { cursor?: string } | null = {}
  while (next !== null) {
    const query: { limit: number; cursor?: string } = { limit: 200, ...next }
    const { items, nextCursor } = (await admin.read(operations.listAccounts, { query })).body
    accounts.push(...items)
    next = nextCursor === null ? null : { cursor: nextCursor }
  }
  return accounts
}

const list = reading({
  summary: 'List all accounts',
  examples: ['guidebook account list', 'guidebook account list --json | jq -r ".items[].oid"'],
  async read(_, { admin }) {
    const items = await listAll(admin())
    return {
      json: { items },
      text: (paint) =>
        table(
          ['OID', 'NAME', 'TYPE', 'TEST', 'PARTNERS', 'CREATED', 'ID'],
          items.map(({ oid, name, type, test, connections, createdAt, id }) => [
            { text: oid, paint: paint.strong },
            name,
            type,
            test,
            connections.length,
            moment(createdAt),
            id,
          ]),
          paint,
        ),
      notes: items.length === 0 ? ['There is no account yet. Create one with "guidebook account create".'] : [],
    }
  },
})

export const account = group('Accounts: create, show, list, update, keys', { create, show, list, update, key })
