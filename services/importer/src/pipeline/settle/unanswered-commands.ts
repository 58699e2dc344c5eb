import { type ClaimLoop, claimLoop } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { createCommandQueries } from '../command/command-queries.ts'
import type { RowError } from '../../row/row-errors.ts'
import { rowSentences } from '../../row/sentences.ts'
import { settle } from './settle.ts'

/** So long releases has to answer a command, its retries included. */
const patienceMs = 15 * 60_000
const batch = 500

const noAnswer: RowError = {
  column: null,
  code: 'part-unavailable',
  message: rowSentences['no-answer'],
}

/** Lets rows fail whose command nobody answers (it is a dead letter, most likely), so that the run comes to its end. */
export const createUnansweredLoop = (context: Context): ClaimLoop =>
  claimLoop({
    name: 'unanswered commands',
    pollMs: 2_000,
    log: context.log,
    run: async () => {
      const before = new Date(context.clock.now().getTime() - patienceMs)
      const unanswered = await createCommandQueries(context.database.knex).unanswered(before, batch)
      if (unanswered.length === 0) return 0
      context.log.warn({ commands: unanswered.length }, 'commands were not answered: their rows fail')
      await settle(
        context,
        unanswered.map(({ command }) => ({ command, status: 'failed', link: null, errors: [noAnswer] })),
      )
      return unanswered.length
    },
  })
