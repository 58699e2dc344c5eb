import { operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import type { Session } from '../admin/session.ts'
import { accountArgument, positional, type Values } from '../arguments.ts'
import { changing } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { showAccount } from './show.ts'

const pair = { account: accountArgument, other: positional('The other account, by its id or OID') } as const

async function findPair({ account, other: otherName }: Values<typeof pair>, session: Session) {
  const [one, other] = await Promise.all([findAccount(session, account), findAccount(session, otherName)])
  if (one.id === other.id) {
    throw new CommandError('usage', 'connection-to-self', 'an account cannot be connected with itself')
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
    const connection = session.change(operations.connectAccounts, { params }, (account) => ({
      show: showAccount(account, [other]),
      notes: [`${one.oid} (${one.name}) and ${other.oid} (${other.name}) are connected.`],
    }))
    return { ...connection, notes: isConnected ? [`${one.oid} and ${other.oid} are already connected.`] : [] }
  },
})

export const disconnect = changing({
  summary: 'Disconnect two accounts in both directions',
  args: pair,
  confirms: true,
  examples: ['guidebook disconnect ABC XYZ'],
  async plan(values, session) {
    const { one, other, isConnected, params } = await findPair(values, session)
    const done = `${one.oid} and ${other.oid} are not connected.`
    return {
      ...session.change(operations.disconnectAccounts, { params }, () => ({
        json: { disconnected: [one.id, other.id] },
        show: done,
      })),
      notes: isConnected ? [] : [done],
      confirm: `Disconnect ${one.oid} (${one.name}) and ${other.oid} (${other.name})?`,
    }
  },
})
