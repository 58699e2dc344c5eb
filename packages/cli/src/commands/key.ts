import { operations, type ResponseBodyOf } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { fields, moment, table } from '../output/layout.ts'
import { showSecret } from './show-secret.ts'

type Key = ResponseBodyOf<typeof operations.listKeysOfAccount, 200>['keys'][number]

interface NamedKey {
  id: string
  label: string
}

const keyNames = (keys: readonly Key[]): string => keys.map(({ prefix }) => `${prefix}…`).join(', ')

const rotate = changing({
  summary: 'Create an API key, and optionally revoke the older ones',
  args: {
    account: accountArgument,
    'revoke-older': {
      type: 'boolean',
      description: 'Revoke all current keys after the new one was created',
    },
  },
  confirms: true,
  repeatable: true,
  examples: ['guidebook key rotate ABC', 'guidebook key rotate ABC --revoke-older --yes'],
  async plan(values, { admin, idempotencyKey }) {
    const { id, oid, name } = await findAccount(admin(), values.account)
    const params = { account_id: id }
    const older = (await admin().read(operations.listKeysOfAccount, { params })).body.keys
    const creation = request(operations.createKeyForAccount, { params }, idempotencyKey)
    const revoked = values['revoke-older'] ? older : []
    const revocations = revoked.map((one) =>
      request(operations.revokeKeyOfAccount, { params: { ...params, key_id: one.id } }),
    )
    return {
      requests: [creation, ...revocations],
      ...(revoked.length > 0 && {
        confirm: `Revoke ${keyNames(revoked)} of ${oid} (${name})? Programs that use them are refused within seconds.`,
      }),
      async execute() {
        const { body: created } = await admin().send(creation)
        const remaining = older.filter((one) => !revoked.includes(one))
        const problem = await revokeAll()
        return {
          json: { key: created, revoked: problem === null ? revoked : [], kept: problem === null ? remaining : older },
          text: (paint) =>
            showSecret(
              `API key of ${oid}`,
              created.key,
              [
                ['Id', created.id],
                ['Created', moment(created.createdAt)],
              ],
              paint,
            ),
          notes: [
            'The key is shown only once; the system stores only its hash.',
            ...(problem === null && revoked.length > 0 ? [`Revoked: ${keyNames(revoked)}`] : []),
            ...(problem === null ? remaining : older).map(
              (one) => `Still valid: ${one.prefix}… – revoke it with "guidebook key revoke ${oid} ${one.id}".`,
            ),
            ...(problem === null ? [] : [`Not all older keys were revoked: ${problem.message}`]),
          ],
          exitCode: problem === null ? exitCodes.done : problem.exitCode,
        }

        /** Returns the error: the new key must be shown even if revoking fails. */
        async function revokeAll(): Promise<CommandError | null> {
          try {
            for (const revocation of revocations) await admin().send(revocation)
            return null
          } catch (error) {
            if (error instanceof CommandError) return error
            throw error
          }
        }
      },
    }
  },
})

const list = reading({
  summary: 'List the API keys of an account that are not revoked',
  args: { account: accountArgument },
  examples: ['guidebook key list ABC'],
  async read(values, { admin }) {
    const { id } = await findAccount(admin(), values.account)
    const { body } = await admin().read(operations.listKeysOfAccount, { params: { account_id: id } })
    return {
      json: body,
      text: (paint) =>
        table(
          ['KEY', 'CREATED', 'ID', 'MADE BY'],
          body.keys.map((one) => [
            { text: `${one.prefix}…`, paint: paint.strong },
            moment(one.createdAt),
            one.id,
            one.parent,
          ]),
          paint,
        ),
      notes: body.keys.length === 0 ? ['The account has no key.'] : [],
    }
  },
})

const revoke = changing({
  summary: 'Revoke an API key: it stops working within seconds',
  args: {
    account: accountArgument,
    key: {
      type: 'positional',
      required: true,
      description: 'Key, by its id or its first characters as in the list',
    },
    descendants: {
      type: 'boolean',
      description: 'After a leak: also revoke all keys made with it, directly or indirectly',
    },
  },
  confirms: true,
  examples: ['guidebook key revoke ABC gbk_live_3kP9aX', 'guidebook key revoke ABC gbk_live_3kP9aX --descendants'],
  async plan(values, { admin }) {
    const { id, oid, name } = await findAccount(admin(), values.account)
    const params = { account_id: id }
    const listKeys = async () => (await admin().read(operations.listKeysOfAccount, { params })).body.keys
    const before = await listKeys()
    const { descendants } = values
    const found = oneKey(before, values.key, oid, { orParent: descendants })
    const revocation = request(operations.revokeKeyOfAccount, {
      params: { ...params, key_id: found.id },
      ...(descendants && { query: { descendants } }),
    })
    const what = descendants ? `${found.label} and all its descendants` : found.label
    return {
      requests: [revocation],
      confirm: `Revoke ${what} of ${oid} (${name})? Programs that use ${descendants ? 'them' : 'it'} are refused within seconds.`,
      async execute() {
        await admin().send(revocation)
        const left = await listKeys()
        const revoked = before.filter((one) => !left.some((other) => other.id === one.id))
        return {
          json: { revoked },
          text: (paint) =>
            fields(
              revoked.map((one) => ['Revoked', `${one.prefix}…  ${one.id}`]),
              paint,
            ),
          notes: left.length === 0 ? [`${oid} has no key now. Create one with "guidebook key rotate ${oid}".`] : [],
        }
      },
    }
  },
})

/** Finds a key by its id or its prefix. A whole key, as a partner may have sent it, begins with its prefix. */
function oneKey(keys: readonly Key[], name: string, oid: string, { orParent }: { orParent: boolean }): NamedKey {
  const found = keys.filter(({ id, prefix }) => id === name || name.startsWith(prefix))
  if (found.length === 1 && found[0] !== undefined) return { id: found[0].id, label: keyNames(found) }
  // A revoked key is not listed, but its id is: as the parent of the keys made with it.
  if (orParent && keys.some(({ parent }) => parent === name)) return { id: name, label: `the revoked key ${name}` }
  const isNone = found.length === 0
  throw new CommandError(isNone ? `${oid} has no such key` : `${found.length} keys of ${oid} have this prefix`, {
    code: isNone ? 'key-not-found' : 'key-ambiguous',
    exitCode: isNone ? exitCodes.notFound : exitCodes.usage,
    hint: `"guidebook key list ${oid}" lists its keys.`,
  })
}

export const key = group('API keys: rotate, list, revoke', { rotate, list, revoke })
