import { type ClaimLoop, claimLoop } from '@guidebook/service-kit'
import { after, type Context } from '../../context.ts'
import type { RowError } from '../../row/row-errors.ts'
import { unansweredCommands } from '../command/command-queries.ts'
import { settle } from './settle.ts'

/** How long releases has to respond to a command, including its retries. */
const patienceMs = 15 * 60_000
const batch = 500

const noAnswer: RowError = { column: null, code: 'part-unavailable', explanation: { id: 'row.no-answer' } }

/** Fails rows whose command gets no response (most likely it is a dead letter), so that their run ends. */
export const createUnansweredLoop = (context: Context): ClaimLoop =>
  claimLoop({
    name: 'unanswered commands',
    pollMs: 2_000,
    log: context.log,
    run: async () => {
      const unanswered = await unansweredCommands(context.database.knex, after(context, -patienceMs), batch)
      if (unanswered.length === 0) return 0
      context.log.warn({ commands: unanswered.length }, 'commands got no response, rows failed')
      await settle(
        context,
        unanswered.map((command) => ({ command, status: 'failed', link: null, errors: [noAnswer] })),
      )
      return unanswered.length
    },
  })
