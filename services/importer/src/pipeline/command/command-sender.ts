import { performance } from 'node:perf_hooks'
import {
  type Backoff,
  backoffMs,
  type ClaimLoop,
  claimLoop,
  isOutage,
  outboxRows,
  storeInOutbox,
} from '@guidebook/service-kit'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import type { UnsettledCommandRow } from '../../generated/rows.ts'
import { observeCommands } from './command-metrics.ts'
import {
  advanceRuns,
  lockTurn,
  nextRows,
  recordSent,
  type WaitingRow,
  waitingAccounts,
  yieldTurn,
} from './command-queries.ts'

/** Usually an account gets commands when this share of its limit is free: a pass for each settled command would cost more than the commands. */
const freeShare = 1 / 4
/** After this time a pass serves every account with any room, milliseconds. */
const gatherMs = 250
/** Pauses before an account whose commands could not be sent is served again. */
const faultBackoff: Backoff = { firstMs: 1_000, longestMs: 60_000 }

/**
 * Sends the commands of recorded rows while their account has fewer than `IMPORT_UNSETTLED` without a response, in all processes together. So long
 * files of several accounts progress side by side, and their first releases exist while the rest is being read.
 */
export const createCommandSender = (context: Context): ClaimLoop => {
  const mostUnsettled = context.settings.IMPORT_UNSETTLED
  const usualMost = mostUnsettled - Math.ceil(mostUnsettled * freeShare)
  let serveAllAt = 0
  observeCommands(context)
  const send = createAccountSender(context, mostUnsettled)
  const run = async (stopping: AbortSignal) => {
    const isForAll = performance.now() >= serveAllAt
    if (isForAll) serveAllAt = performance.now() + gatherMs
    let sent = 0
    for (const account of await waitingAccounts(context.database.knex, isForAll ? mostUnsettled - 1 : usualMost)) {
      if (stopping.aborted) break
      sent += await send(account)
    }
    return sent
  }
  const loop = claimLoop({ name: 'command sender', pollMs: gatherMs, log: context.log, run })
  context.wake.on('rowsRecorded', loop.wake)
  context.wake.on('commandsSettled', loop.wake)
  return loop
}

/**
 * Returns a function that sends commands of an account, and returns how many. An account whose commands cannot be sent, such as one with a malformed
 * request, pauses: it must not block the others. Throws outages only; then the whole loop pauses.
 */
const createAccountSender = (context: Context, mostUnsettled: number): ((account: string) => Promise<number>) => {
  const { clock, database, log } = context
  /** The failures in a row of each such account, and when it is served again. */
  const paused = new Map<string, { failures: number; until: number }>()
  return async (account) => {
    const { failures, until } = paused.get(account) ?? { failures: 0, until: 0 }
    if (performance.now() < until) return 0
    try {
      const sent = await sendCommands(context, account, mostUnsettled)
      paused.delete(account)
      return sent
    } catch (error) {
      if (isOutage(error)) throw error
      log.error({ err: error, account, attempt: failures + 1 }, 'commands could not be sent')
      paused.set(account, { failures: failures + 1, until: performance.now() + backoffMs(failures, faultBackoff) })
      // The transaction has also taken back that the account was served.
      await yieldTurn(database.knex, account, clock.now())
      return 0
    }
  }
}

/** Sends commands for as many rows of the account as it has room for, in their order; returns how many. */
const sendCommands = ({ database, clock }: Context, account: string, mostUnsettled: number): Promise<number> =>
  database.transaction(async (trx) => {
    const now = clock.now()
    if (!(await lockTurn(trx, account, now))) return 0
    const codes: number[] = await trx('unsettled_commands').where({ account }).pluck('download_code')
    const room = mostUnsettled - codes.length
    const configuration = await readConfiguration(trx, account)
    if (room <= 0 || configuration === null) return 0
    const { onExistingCode } = configuration
    const { chosen, positions } = untilRepeated(await nextRows(trx, account, room), new Set(codes), room)
    const sent: UnsettledCommandRow[] = []
    const messages = chosen.flatMap(({ command, code, request, actor }) => {
      const data = { account, commandId: command, onExistingCode, request }
      const rows = outboxRows('release.create-requested.v1', data, { actor })
      for (const { message_id } of rows) {
        sent.push({ command, account, download_code: code, message: message_id, sent_at: now })
      }
      return rows
    })
    await storeInOutbox(trx, messages)
    await recordSent(trx, sent)
    await advanceRuns(trx, positions)
    return chosen.length
  })

type Chosen = { [Field in keyof WaitingRow]: NonNullable<WaitingRow[Field]> } & Pick<WaitingRow, 'actor'>

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
    if (codes.has(row.code)) return { chosen, positions }
    codes.add(row.code)
    chosen.push(row)
    positions.set(row.run, row.row)
  }
  // All waiting rows were taken, so no row waits between the last one and the end of the recorded rows.
  if (waiting.length < limit) for (const { run, recorded } of waiting) positions.set(run, recorded)
  return { chosen, positions }
}

const isRow = (row: WaitingRow): row is Chosen => row.command !== null
