import { createLogger } from '@guidebook/service-kit'
import { createRenderer } from '../src/render/renderer.ts'

/** A process that sends the pids of its workers to its parent, and waits to be killed. */
const log = createLogger({ service: 'builder', level: 'warn' })
const renderer = createRenderer({
  workers: 1,
  memoryLimit: Number.MAX_SAFE_INTEGER,
  timeoutMs: 60_000,
  idleMs: 60_000,
  log,
})
await renderer.start()
await renderer.forBuild({ account: 'account', budgetMs: 60_000 }).run('lastPoints', [null])
process.send?.(renderer.workers().map(({ pid }) => pid))
