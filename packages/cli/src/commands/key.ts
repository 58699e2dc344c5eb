import { operations, type ResponseBodyOf } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import { accountArgument, flag, positional } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError, exitCodes, isNotFound } from '../command-error.ts'
import { moment, strong, table } from '../output/layout.ts'
import { showSecret } from './show.ts'

type Key = ResponseBodyOf<typeof operations.listKeysOfAccount, 200>['keys'][number]

interface NamedKey {
  id: string
  label: string
}

const keyNames = (keys: readonly Key[]): string => keys.map(({ prefix }) => `${prefix}…`).join(', ')

const rotate = changing({
  summary: 'Create an API key, and optionally revoke the older ones',
  args: { account: accountArgument, 'revoke-older': flag('Revoke all current keys after the new one was created') },
  confirms: true,
  repeatable: true,
  examples: ['guidebook key rotate ABC', 'guidebook key rotate ABC --revoke-older --yes'],
  async plan(values, session) {
    const { id, oid, name } = await findAccount(session, values.account)
    const params = { account_id: id }
    const listKeys = async () => (await session.read(operations.listKeysOfAccount, { params })).keys
    const older = await listKeys()
    const creation = session.request(operations.createKeyForAccount, { params })
    const toRevoke = values['revoke-older'] ? older : []
    const revocations = toRevoke.map((one) => ({
      one,
      request: session.request(operations.revokeKeyOfAccount, { params: { ...params, key_id: one.id } }),
    }))

    /** Tries to revoke each key. Returns the errors: the new key must be shown even if revoking fails. */
    async function revokeAll() {
      const failures: { one: Key; error: CommandError }[] = []
      for (const { one, request } of revocations) {
        try {
          await session.send(request)
        } catch (error) {
          if (!(error instanceof CommandError)) throw error
          // Not found: somebody else has revoked it meanwhile.
          if (!isNotFound(error)) failures.push({ one, error })
        }
      }
      return failures
    }

    return {
      requests: [creation, ...revocations.map(({ request }) => request)],
      ...(toRevoke.length > 0 && {
        confirm: `Revoke ${keyNames(toRevoke)} of ${oid} (${name})? Programs that use them are refused within seconds.`,
      }),
      async execute() {
        const created = await session.send(creation)
        const failures = await revokeAll()
        // A request without a response may have had its effect. Without a list, those that failed count as valid.
        const left = toRevoke.length === 0 ? older : await listKeys().catch(() => failures.map(({ one }) => one))
        const kept = older.filter(({ id }) => left.some((one) => one.id === id))
        const revoked = toRevoke.filter((one) => !kept.includes(one))
        const problem = revoked.length === toRevoke.length ? undefined : failures[0]?.error
        const details = { Id: created.id, Created: moment(created.createdAt) }
        return {
          json: { key: created, revoked, kept },
          show: showSecret(`API key of ${oid}`, created.key, details),
          notes: [
            'The key is shown only once; the system stores only its hash.',
            ...(revoked.length > 0 ? [`Revoked: ${keyNames(revoked)}`] : []),
            ...kept.map(
              (one) => `Still valid: ${one.prefix}… – revoke it with "guidebook key revoke ${oid} ${one.id}".`,
            ),
            ...(problem === undefined ? [] : [`Not all older keys were revoked: ${problem.message}`]),
          ],
          exitCode: problem?.exitCode ?? exitCodes.done,
        }
      },
    }
  },
})

const create = changing({
  summary: 'Create an API key; the others stay valid',
  args: { account: accountArgument },
  repeatable: true,
  examples: ['guidebook key create ABC'],
  async plan(values, session) {
    const { id, oid } = await findAccount(session, values.account)
    return session.change(operations.createKeyForAccount, { params: { account_id: id } }, (created) => ({
      show: showSecret(`API key of ${oid}`, created.key, { Id: created.id, Created: moment(created.createdAt) }),
      notes: ['The key is shown only once; the system stores only its hash.'],
    }))
  },
})

const list = reading({
  summary: 'List the API keys of an account that are not revoked',
  args: { account: accountArgument },
  examples: ['guidebook key list ABC'],
  async read({ account }, session) {
    const { id } = await findAccount(session, account)
    const found = await session.read(operations.listKeysOfAccount, { params: { account_id: id } })
    return {
      json: found,
      show: table(
        ['KEY', 'CREATED', 'LAST USED', 'ID', 'MADE BY'],
        found.keys.map((one) => [
          strong(`${one.prefix}…`),
          moment(one.createdAt),
          moment(one.lastUsedAt ?? null),
          one.id,
          one.createdBy ?? one.parent,
        ]),
      ),
      notes: found.keys.length === 0 ? ['The account has no key.'] : [],
    }
  },
})

const revoke = changing({
  summary: 'Revoke an API key: it stops working within seconds',
  args: {
    account: accountArgument,
    key: positional('Key, by its id or its first characters as in the list'),
    descendants: flag('After a leak: also revoke all keys made with it, directly or indirectly'),
  },
  confirms: true,
  examples: ['guidebook key revoke ABC gbk_live_3kP9aX', 'guidebook key revoke ABC gbk_live_3kP9aX --descendants'],
  async plan({ account, key: keyName, descendants }, session) {
    const { id, oid, name } = await findAccount(session, account)
    const params = { account_id: id }
    const listKeys = async () => (await session.read(operations.listKeysOfAccount, { params })).keys
    const before = await listKeys()
    const found = oneKey(before, keyName, oid, { orParent: descendants })
    const parts = { params: { ...params, key_id: found.id }, ...(descendants && { query: { descendants } }) }
    const what = descendants ? `${found.label} and all its descendants` : found.label
    return {
      ...session.change(operations.revokeKeyOfAccount, parts, async () => {
        const left = await listKeys()
        const revoked = before.filter((one) => !left.some((other) => other.id === one.id))
        return {
          json: { revoked },
          show: revoked.map((one) => `Revoked  ${one.prefix}…  ${one.id}`).join('\n'),
          notes: left.length === 0 ? [`${oid} has no key now. Create one with "guidebook key rotate ${oid}".`] : [],
        }
      }),
      confirm: `Revoke ${what} of ${oid} (${name})? Programs that use ${descendants ? 'them' : 'it'} are refused within seconds.`,
    }
  },
})

/** Finds a key by its id or its prefix. A whole key, as a partner may have sent it, begins with its prefix. */
function oneKey(keys: readonly Key[], name: string, oid: string, { orParent }: { orParent: boolean }): NamedKey {
  const found = keys.filter(({ id, prefix }) => id === name || name.startsWith(prefix))
  if (found.length === 1 && found[0] !== undefined) return { id: found[0].id, label: keyNames(found) }
  // A revoked key is not listed, but its id is: as the parent of the keys made with it.
  if (orParent && keys.some(({ parent }) => parent === name)) return { id: name, label: `the revoked key ${name}` }
  const hint = `"guidebook key list ${oid}" lists its keys.`
  if (found.length === 0) throw new CommandError('notFound', 'key-not-found', `${oid} has no such key`, { hint })
  throw new CommandError('usage', 'key-ambiguous', `${found.length} keys of ${oid} have this prefix`, { hint })
}

export const key = group('API keys: create, rotate, list, revoke', { create, rotate, list, revoke })
