import { type ClaimLoop, claimLoop } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { removeOld } from './retention.ts'

const hourMs = 60 * 60 * 1_000

/** Removes what need not be kept any longer, one hour after another. */
export const createImportSweeper = (context: Context): ClaimLoop =>
  claimLoop({
    name: 'import sweeper',
    pollMs: hourMs,
    log: context.log,
    run: async (signal) => {
      await removeOld(context, signal)
      return 0
    },
  })
