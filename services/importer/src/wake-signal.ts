import { EventEmitter } from 'node:events'

/** What a stage of the pipeline has done; the stage that waits for it looks for work immediately instead of at its next poll. */
export interface PipelineEvents {
  /** A mail was fetched, or released from quarantine. */
  mailStored: []
  /** The files of a mail have runs. */
  runsBegun: []
  /** Rows of a run wait for their commands. */
  rowsRecorded: []
  /** Commands have outcomes, so their account has room for more. */
  commandsSettled: []
  /** All rows of a run are decided. */
  runDecided: []
  /** A mail is decided, so it can be filed. */
  mailDecided: []
}

/** Wakes stages of this process. The database is the truth: a stage that misses a signal finds its work at the next poll. */
export type WakeSignal = EventEmitter<PipelineEvents>

export const createWakeSignal = (): WakeSignal => new EventEmitter()
