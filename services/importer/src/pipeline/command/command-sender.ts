import { performance } from 'node:perf_hooks'
import { type ClaimLoop, claimLoop, type OutboxRow, outboxRows, storeInOutbox } from '@guidebook/service-kit'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { createCommandQueries, type WaitingRow } from './command-queries.ts'

/** Usually an account gets commands when this share of its limit is free: a pass for each settled command would cost more than the commands. */
const freeShare = 1 / 4
/** After this time a pass serves every account with any room, milliseconds. */
const gatherMs = 250

/**
 * Sends the commands of recorded rows while their account has fewer than `mostUnsettled` without a response, in all processes together. So long
 * files of several accounts progress side by side, and their first releases exist while the rest is being read.
 */
export const createCommandSender = (context: Context, mostUnsettled: number): ClaimLoop => {
  const usualMost = mostUnsettled - Math.ceil(mostUnsettled * freeShare)
  let serveAllAt = 0
  const run = async (stopping: AbortSignal) => {
    const isForAll = performance.now() >= serveAllAt
    if (isForAll) serveAllAt = performance.now() + gatherMs
    const most = isForAll ? mostUnsettled - 1 : usualMost
    let sent = 0
    for (const account of await createCommandQueries(context.database.knex).waitingAccounts(most)) {
      if (stopping.aborted) break
      sent += await sendCommands(context, account, mostUnsettled)
    }
    return sent
  }
  const loop = claimLoop({ name: 'command sender', pollMs: gatherMs, log: context.log, run })
  context.wake.on('rowsRecorded', loop.wake)
  context.wake.on('commandsSettled', loop.wake)
  return loop
}

/** Sends commands for as many rows of the account as it has room for, in their order; returns how many. */
const sendCommands = (context: Context, account: string, mostUnsettled: number): Promise<number> =>
  context.database.transaction(async (trx) => {
    const queries = createCommandQueries(trx)
    const now = context.clock.now()
    if (!(await queries.lockTurn(account, now))) return 0
    const codes = await queries.unsettledCodes(account)
    const room = mostUnsettled - codes.length
    const configuration = await readConfiguration(trx, account)
    if (room <= 0 || configuration === null) return 0
    const waiting = await queries.nextRows(account, room)
    const { chosen, positions } = untilRepeated(waiting, new Set(codes), room)
    const messages = chosen.map(({ command, request }) =>
      outboxRows('release.create-requested.v1', {
        account,
        commandId: command,
        onExistingCode: configuration.onExistingCode,
        request,
      }),
    )
    await storeInOutbox(trx, messages.flat())
    await queries.recordSent(
      account,
      chosen.flatMap((row, index) => sentOf(row, messages[index])),
      now,
    )
    await queries.advance(positions)
    return chosen.length
  })

type Chosen = { [Field in keyof WaitingRow]: NonNullable<WaitingRow[Field]> }

/**
 * The rows before the first one whose download code is in use by an unsettled command: rows with the same code must be applied in order, and
 * messages have no order. `positions`: the row of each run up to which all commands are sent.
 */
const untilRepeated = (
  waiting: readonly WaitingRow[],
  codes: Set<number>,
  limit: number,
): { chosen: Chosen[]; positions: Map<string, number> } => {
  const chosen: Chosen[] = []
  const positions = new Map<string, number>()
  for (const row of waiting) {
    if (!isRow(row)) {
      positions.set(row.run, row.recorded)
      continue
    }
    if (codes.has(Number(row.code))) return { chosen, positions }
    codes.add(Number(row.code))
    chosen.push(row)
    positions.set(row.run, row.row)
  }
  // All waiting rows were taken, so no row waits between the last one and the end of the recorded rows.
  if (waiting.length < limit) for (const { run, recorded } of waiting) positions.set(run, recorded)
  return { chosen, positions }
}

const isRow = (row: WaitingRow): row is Chosen => row.command !== null

const sentOf = ({ command, code }: Chosen, [message]: readonly OutboxRow[] = []) =>
  message === undefined ? [] : [{ command, downloadCode: code, message: message.message_id }]
