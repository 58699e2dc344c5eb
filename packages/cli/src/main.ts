#!/usr/bin/env node
import { join } from 'node:path'
import { run } from './run.ts'

// A reader that has gone (`guidebook account list | head`) is no fault.
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
// Ctrl-C comes twice by way of npm. A process that ends by itself unhooks its handlers first: the second one would still kill it.
if (interrupted.signal.aborted) process.exit(code)
process.exitCode = code
