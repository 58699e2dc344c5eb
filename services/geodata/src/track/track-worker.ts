/** The worker thread of the track desk. */
export { runJob as default } from './track-jobs.ts'
