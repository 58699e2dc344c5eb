import { createWorkerPool } from '../src/worker-pool/worker-pool.ts'
import type { PoolTasks } from './pool-worker.ts'
import { poolOptions } from './worker-options.ts'

/** A process that sends the pid of its worker to its parent, and waits to be killed. */
const pool = createWorkerPool<PoolTasks>(poolOptions)
await pool.start()
process.send?.(await pool.forBuild({ account: 'account', budgetMs: 60_000 }).run('where', undefined))
