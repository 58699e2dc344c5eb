import { join } from 'node:path'
import type { Host } from '../src/processes/server.ts'
import type { ProcessTracker } from '../src/processes/tracker.ts'

/** Records nothing, because a test stops everything that it starts. */
export const stubProcessTracker: ProcessTracker = {
  track: async () => undefined,
  stopping: new AbortController().signal,
}

/** Everything is in one folder. */
export const stubHost = (folder: string): Host => ({
  workspace: {
    root: folder,
    data: folder,
    state: folder,
    sharedFolder: folder,
    user: undefined,
    log: (name) => join(folder, `${name}.log`),
  },
  tracker: stubProcessTracker,
})
