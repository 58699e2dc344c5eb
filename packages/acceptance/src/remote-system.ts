/**
 * `npm run acceptance` runs the tests against a system of which it knows addresses only. `TEST_SYSTEM` is then a folder whose `local.json`
 * describes it, without processes, databases and keys.
 */
export const remoteFolder = process.env.TEST_SYSTEM
export const isRemote = remoteFolder !== undefined

/** Ends the title of a test that a remote system cannot have. */
export const localOnly = (needs: string): string => (isRemote ? ` (skipped, needs ${needs} of a local system)` : '')

/** Time for the set-up of a test file, milliseconds: files wait for their turn at the receiver's port, and a remote system has limits per minute. */
export const setupMs = 1_200_000
