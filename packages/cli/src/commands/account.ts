import { type Account, type BodyOf, operations, schemas } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import { readAll } from '../admin/read-all.ts'
import type { Session } from '../admin/session.ts'
import { accountArgument, definedFields, flag, option, positional } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { moment, strong, table } from '../output/layout.ts'
import { identityChanges, settingArguments, settingsOf } from './account-settings.ts'
import { reactivate, suspend } from './account-suspension.ts'
import { createTest } from './create-test.ts'
import { key } from './key.ts'
import { showAccount } from './show.ts'

type NewAccount = BodyOf<typeof operations.createAccount>

const create = changing({
  summary: 'Create an account',
  args: {
    name: { ...identityChanges.name, required: true },
    email: { ...identityChanges.email, required: true },
    type: { ...identityChanges.type, required: true },
    oid: {
      ...option('ABC', 'Operator ID (OID): three upper-case letters or digits', { schema: schemas.oid }),
      required: true,
    },
    ...settingArguments,
    test: flag('Test account: test keys, watermarked releases'),
  },
  repeatable: true,
  examples: [
    'guidebook account create --name "Alpine Walks" --oid ABC --email office@operator.example --type operator',
    'guidebook account create --oid TST --name Trial --email me@example.com --type reseller --test --dry-run',
  ],
  async plan(values, session) {
    const { name, oid, email, type, test } = values
    // The contract requires both colours or none.
    const body = { name, oid, email, type, ...settingsOf(values), ...(test && { test }) } as NewAccount
    const creation = session.change(operations.createAccount, { body }, (account) => ({
      show: showAccount(account),
      notes: [`It has no API key yet. Create one with "guidebook key rotate ${oid}".`],
    }))
    // A repeat gets the account of the first attempt again.
    if (!session.isRepeat) await requireFreeOid(session, oid)
    return creation
  },
})

async function requireFreeOid({ read }: Session, oid: string): Promise<void> {
  const [taken] = (await read(operations.listAccounts, { query: { oid } })).items
  if (taken === undefined) return
  throw new CommandError('refused', 'oid-taken', `the OID ${oid} is taken by ${taken.name} (${taken.id})`, {
    details: [{ pointer: '/oid', message: 'is taken' }],
  })
}

const update = changing({
  summary: 'Change settings of an account',
  args: { account: accountArgument, ...identityChanges, ...settingArguments },
  repeatable: true,
  examples: ['guidebook account update ABC --time-zone Europe/Vienna --primary-color "#0a7d4b"'],
  async plan(values, session) {
    const { name, email, type } = values
    const body = { ...definedFields({ name, email, type }), ...settingsOf(values) }
    if (Object.keys(body).length === 0) {
      throw new CommandError('usage', 'required-field', 'no setting to change: add at least one option')
    }
    const { id: account_id } = await findAccount(session, values.account)
    return session.change(operations.updateAccount, { params: { account_id }, body }, (account) => ({
      show: showAccount(account),
    }))
  },
})

const show = reading({
  summary: 'Show an account',
  args: { account: accountArgument },
  examples: ['guidebook account show ABC'],
  async read({ account: name }, session) {
    const account = await findAccount(session, name)
    const partners = await Promise.all(account.connections.map((id) => findAccount(session, id)))
    return { json: account, show: showAccount(account, partners) }
  },
})

/** There are hundreds of accounts, not millions. */
const listAll = ({ read }: Session, q?: string): Promise<Account[]> =>
  readAll((page) => read(operations.listAccounts, { query: { ...page, ...definedFields({ q }) } }))

const showAccounts = (items: readonly Account[]) =>
  table(
    ['OID', 'NAME', 'TYPE', 'TEST', 'SUSPENDED', 'PARTNERS', 'CREATED', 'ID'],
    items.map(({ oid, name, type, test, suspension, connections, createdAt, id }) => [
      strong(oid),
      name,
      type,
      test,
      suspension !== null,
      connections.length,
      moment(createdAt),
      id,
    ]),
  )

const list = reading({
  summary: 'List all accounts',
  examples: ['guidebook account list', 'guidebook account list --json | jq -r ".items[].oid"'],
  async read(_, session) {
    const items = await listAll(session)
    return {
      json: { items },
      show: showAccounts(items),
      notes: items.length === 0 ? ['There is no account yet. Create one with "guidebook account create".'] : [],
    }
  },
})

const search = reading({
  summary: 'Find accounts by a part of their name, OID or e-mail address',
  args: { text: positional('Part of the name, the OID or the e-mail address') },
  examples: ['guidebook account search alpine'],
  async read({ text }, session) {
    const items = await listAll(session, text)
    return { json: { items }, show: items.length === 0 ? 'No accounts.' : showAccounts(items) }
  },
})

export const account = group('Accounts: create, show, list, search, update, suspend, reactivate, keys', {
  create,
  'create-test': createTest,
  ...{ show, list, search, update, suspend, reactivate, key },
})
