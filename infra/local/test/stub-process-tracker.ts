import type { ProcessTracker } from '../src/state/processes.ts'

/** Records nothing, because a test stops everything that it starts. */
export const stubProcessTracker: ProcessTracker = {
  track: async () => undefined,
  stopping: new AbortController().signal,
}
