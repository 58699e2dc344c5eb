/** A worker thread of the track worker pool. */
export { runJob as default } from './track-jobs.ts'
export { warmUp } from './warm-up.ts'
