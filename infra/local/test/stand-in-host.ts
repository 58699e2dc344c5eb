import type { ProcessHost } from '../src/state/processes.ts'

/** Nobody writes down what a test starts: it ends with the test. */
export const standInHost: ProcessHost = { track: async () => undefined, ending: new AbortController().signal }
