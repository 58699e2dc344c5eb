/** The worker thread of the track desk. */
export { runJob as default } from './track-jobs.ts'
export { warmUp } from './warm-up.ts'
