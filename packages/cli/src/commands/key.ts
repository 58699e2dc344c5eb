import { operations, type ResponseBodyOf } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { fields, moment, table } from '../output/layout.ts'
import { showSecret } from './show-secret.ts'

type Key = ResponseBodyOf<typeof operations.listKeysOfAccount, 200>['keys'][number]

interface NamedKey {
  id: string
  label: string
}

const keyNames = (keys: readonly Key[]): string => keys.map(({ prefix }) => `${prefix}…`).join(', ')

const rotate = changing({
  summary: 'Make a new API key, and revoke the older ones if told so',
  args: {
    account: accountArgument,
    'revoke-older': {
      type: 'boolean',
      description: 'Revoke all keys that the account has now, as soon as the new one is there',
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
    const ends = values['revoke-older'] ? older : []
    const revocations = ends.map((one) =>
      request(operations.revokeKeyOfAccount, { params: { ...params, key_id: one.id } }),
    )
    return {
      requests: [creation, ...revocations],
      ...(ends.length > 0 && {
        confirm: `Revoke ${keyNames(ends)} of ${oid} (${name})? Whoever uses them is refused within seconds.`,
      }),
      async carryOut() {
        const { body: created } = await admin().send(creation)
        const kept = older.filter((one) => !ends.includes(one))
        const problem = await revokeAll()
        return {
          json: { key: created, revoked: problem === null ? ends : [], kept: problem === null ? kept : older },
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
            'The key is shown this once; the system keeps only its fingerprint.',
            ...(problem === null && ends.length > 0 ? [`Revoked: ${keyNames(ends)}`] : []),
            ...(problem === null ? kept : older).map(
              (one) => `Still valid: ${one.prefix}… – "guidebook key revoke ${oid} ${one.id}" ends it.`,
            ),
            ...(problem === null ? [] : [`The older keys are not all revoked: ${problem.message}`]),
          ],
          exitCode: problem === null ? exitCodes.done : problem.exitCode,
        }

        /** The new key must be shown whatever happens to the older ones. */
        async function revokeAll(): Promise<Failure | null> {
          try {
            for (const revocation of revocations) await admin().send(revocation)
            return null
          } catch (error) {
            if (error instanceof Failure) return error
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
  summary: 'Revoke an API key: it is refused everywhere within seconds',
  args: {
    account: accountArgument,
    key: {
      type: 'positional',
      required: true,
      description: 'The key, by its id or the characters that the list shows',
    },
    descendants: {
      type: 'boolean',
      description: 'After a leak: revoke also all keys that it made, and that those made in turn',
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
    const what = descendants ? `${found.label} and all keys that descend from it` : found.label
    return {
      requests: [revocation],
      confirm: `Revoke ${what} of ${oid} (${name})? Programs that use ${descendants ? 'them' : 'it'} are refused within seconds.`,
      async carryOut() {
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
          notes: left.length === 0 ? [`${oid} has no key now: "guidebook key rotate ${oid}" makes one.`] : [],
        }
      },
    }
  },
})

/** By its id, or by the characters that lists show; the whole key, as a partner may have sent it, begins with them. */
function oneKey(keys: readonly Key[], name: string, oid: string, { orParent }: { orParent: boolean }): NamedKey {
  const found = keys.filter(({ id, prefix }) => id === name || name.startsWith(prefix))
  if (found.length === 1 && found[0] !== undefined) return { id: found[0].id, label: keyNames(found) }
  // A key that was revoked before is not listed; its id is, with the keys that it made.
  if (orParent && keys.some(({ parent }) => parent === name)) return { id: name, label: `the revoked key ${name}` }
  const isNone = found.length === 0
  throw new Failure(isNone ? `${oid} has no such key` : `${found.length} keys of ${oid} begin like that`, {
    code: isNone ? 'key-not-found' : 'key-ambiguous',
    exitCode: isNone ? exitCodes.notFound : exitCodes.usage,
    hint: `"guidebook key list ${oid}" shows its keys.`,
  })
}

export const key = group('API keys: rotate, list, revoke', { rotate, list, revoke })
