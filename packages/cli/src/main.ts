#!/usr/bin/env node
import { join } from 'node:path'
import { run } from './run.ts'

// A reader may close the pipe early (`guidebook account list | head`): that is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const interrupted = new AbortController()
const interruption = () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
  return interrupted.signal
}

const { env, stdin, stdout, stderr } = process
const dataFolder = env.GUIDEBOOK_DATA ?? join(import.meta.dirname, '../../../.data')
const code = await run(process.argv.slice(2), { env, stdin, stdout, stderr, dataFolder, interruption })
// npm forwards a second Ctrl-C. A process that exits by itself removes its handlers first, so the second signal would kill it: exit now.
if (interrupted.signal.aborted) process.exit(code)
process.exitCode = code
