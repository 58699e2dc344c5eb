import { fileURLToPath } from 'node:url'
import { createLogger } from '@guidebook/service-kit'

/** Options of all pools in tests: one worker without limits. */
export const workerOptions = {
  workers: 1,
  memoryLimit: Number.MAX_SAFE_INTEGER,
  timeoutMs: 120_000,
  idleMs: 120_000,
  log: createLogger({ service: 'builder', level: 'silent' }),
}

/** Options of a pool whose workers draw nothing. */
export const poolOptions = {
  ...workerOptions,
  name: 'pool',
  program: fileURLToPath(new URL('pool-worker.ts', import.meta.url)),
}

export const decoderOptions = { ...workerOptions, imageTimeoutMs: 60_000, decodingMemory: 320 * 1024 * 1024 }

export const unlimited = { account: 'account', budgetMs: Number.POSITIVE_INFINITY }
