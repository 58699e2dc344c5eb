import { type ClaimLoop, claimLoop } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { removeExpired } from './retention.ts'

const hourMs = 60 * 60 * 1_000

/** Removes expired data every hour. */
export const createImportSweeper = (context: Context): ClaimLoop =>
  claimLoop({
    name: 'import sweeper',
    pollMs: hourMs,
    log: context.log,
    run: async (signal) => {
      await removeExpired(context, signal)
      return 0
    },
  })
