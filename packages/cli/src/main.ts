#!/usr/bin/env node
import { join } from 'node:path'
import { run } from './run.ts'

// A reader that has gone (`guidebook account list | head`) is no fault.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const { env, stdin, stdout, stderr } = process
const dataFolder = env.GUIDEBOOK_DATA ?? join(import.meta.dirname, '../../../.data')
process.exitCode = await run(process.argv.slice(2), { env, stdin, stdout, stderr, dataFolder })
