import { operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument } from '../arguments.ts'
import { changing, type Session, type Values } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { showAccount } from './show-account.ts'

const pair = {
  account: accountArgument,
  other: { ...accountArgument, description: 'The other account, by its id or OID' },
} as const

async function findPair(values: Values<typeof pair>, { admin }: Session) {
  const [one, other] = await Promise.all([findAccount(admin(), values.account), findAccount(admin(), values.other)])
  if (one.id === other.id) {
    throw new CommandError('an account cannot be connected with itself', {
      code: 'connection-to-self',
      exitCode: exitCodes.usage,
    })
  }
  const isConnected = one.connections.includes(other.id)
  return { one, other, isConnected, params: { account_id: one.id, other_id: other.id } }
}

export const connect = changing({
  summary: 'Connect two accounts in both directions: each may sell releases of the other',
  args: pair,
  repeatable: true,
  examples: ['guidebook connect ABC XYZ'],
  async plan(values, session) {
    const { one, other, isConnected, params } = await findPair(values, session)
    const connection = request(operations.connectAccounts, { params }, session.idempotencyKey)
    return {
      requests: [connection],
      notes: isConnected ? [`${one.oid} and ${other.oid} are already connected.`] : [],
      async execute() {
        const { body } = await session.admin().send(connection)
        return {
          json: body,
          text: (paint) => showAccount(body, paint, (id) => (id === other.id ? other.oid : id)),
          notes: [`${one.oid} (${one.name}) and ${other.oid} (${other.name}) are connected.`],
        }
      },
    }
  },
})

export const disconnect = changing({
  summary: 'Disconnect two accounts in both directions',
  args: pair,
  confirms: true,
  examples: ['guidebook disconnect ABC XYZ'],
  async plan(values, session) {
    const { one, other, isConnected, params } = await findPair(values, session)
    const end = request(operations.disconnectAccounts, { params })
    return {
      requests: [end],
      notes: isConnected ? [] : [`${one.oid} and ${other.oid} are not connected.`],
      confirm: `Disconnect ${one.oid} (${one.name}) and ${other.oid} (${other.name})?`,
      async execute() {
        await session.admin().send(end)
        const ids = [one.id, other.id]
        return { json: { disconnected: ids }, text: () => `${one.oid} and ${other.oid} are not connected.` }
      },
    }
  },
})
