import { performance } from 'node:perf_hooks'
import { type ClaimLoop, claimLoop, type OutboxRow, outboxRows, storeInOutbox } from '@guidebook/service-kit'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { createCommandQueries, type WaitingRow } from './command-queries.ts'

/** Of an account's places so many must be free for a pass: one for each place that becomes free would cost more than the commands … */
const share = 1 / 4
/** … but after this time a pass takes what there is. Milliseconds. */
const gatherMs = 250

/**
 * Sends the commands of recorded rows while their account has fewer than `mostUnsettled` without an answer, all processes together. So
 * a long file is worked off beside others', and its first releases exist while the rest is still being read.
 */
export const createCommander = (context: Context, mostUnsettled: number): ClaimLoop => {
  const usual = mostUnsettled - Math.ceil(mostUnsettled * share)
  let lookAtAll = 0
  return claimLoop({
    name: 'commander',
    pollMs: gatherMs,
    log: context.log,
    run: async (stopping) => {
      const isAll = performance.now() >= lookAtAll
      if (isAll) lookAtAll = performance.now() + gatherMs
      const most = isAll ? mostUnsettled - 1 : usual
      let sent = 0
      for (const account of await createCommandQueries(context.database.knex).waitingAccounts(most)) {
        if (stopping.aborted) break
        sent += await commandAccount(context, account, mostUnsettled)
      }
      return sent
    },
  })
}

/** Commands as many rows of the account as it has room for, in their order; answers how many. */
const commandAccount = (context: Context, account: string, mostUnsettled: number): Promise<number> =>
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
    await queries.noteSent(
      account,
      chosen.flatMap((row, index) => sentOf(row, messages[index])),
      now,
    )
    await queries.advance(positions)
    return chosen.length
  })

type Chosen = { [Field in keyof WaitingRow]: NonNullable<WaitingRow[Field]> }

/**
 * The rows up to the first whose code another one under way has: whichever row comes first in the file has to come first, and messages
 * keep no order. `positions`: up to which row of each run nothing is left to command.
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
  // Everything that waited was taken: behind a run's last row there is nothing either.
  if (waiting.length < limit) for (const { run, recorded } of waiting) positions.set(run, recorded)
  return { chosen, positions }
}

const isRow = (row: WaitingRow): row is Chosen => row.command !== null

const sentOf = ({ command, code }: Chosen, [message]: readonly OutboxRow[] = []) =>
  message === undefined ? [] : [{ command, downloadCode: code, message: message.message_id }]
