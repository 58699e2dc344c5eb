import { type Broker, type ClaimLoop, claimLoop, isOutage } from '@guidebook/service-kit'
import { after, type Context } from '../../context.ts'
import type { RowError } from '../../row/row-errors.ts'
import { unansweredCommands } from '../command/command-queries.ts'
import { settle } from './settle.ts'

/**
 * How long releases has to respond to a command, including its retries. Counts from the time at which the message left, and only while this process
 * can receive and record responses: before that, they may wait in its queue or in the outbox of releases.
 */
const patienceMs = 15 * 60_000
const batch = 500

const noAnswer: RowError = { column: null, code: 'part-unavailable', explanation: { id: 'row.no-answer' } }

/** Fails rows whose command gets no response (most likely it is a dead letter), so that their run ends. */
export const createUnansweredLoop = (context: Context, broker: Broker): ClaimLoop => {
  const { clock, database, log } = context
  /** Since when this process has been able to receive and record responses. */
  let since = clock.now()
  return claimLoop({
    name: 'unanswered commands',
    pollMs: 2_000,
    log,
    run: async () => {
      try {
        if (!broker.isUsable) since = clock.now()
        const before = after(context, -patienceMs)
        // Also shows whether the database can be used, so it comes before the comparison.
        const unanswered = await unansweredCommands(database.knex, before, batch)
        if (since > before || unanswered.length === 0) return 0
        log.warn({ commands: unanswered.length }, 'commands got no response, rows failed')
        await settle(
          context,
          unanswered.map((command) => ({ command, status: 'failed', link: null, errors: [noAnswer] })),
        )
        return unanswered.length
      } catch (error) {
        if (isOutage(error)) since = clock.now()
        throw error
      }
    },
  })
}
