export { type Backoff, backoffMs } from './backoff.ts'
export { type ClaimLoop, claimLoop, type WorkerLoop } from './claim-loop.ts'
export { withLease } from './lease.ts'
export { workerLoops } from './worker-loops.ts'
