import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitFor } from '../src/processes/wait-for.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { throwawayChild } from './throwaway-child.ts'

const never = async () => false

test('a process that ends while it is waited for is told at once, with what it said last', async () => {
  const log = join(temporaryFolder(), 'log')
  const child = await throwawayChild(`console.error('HTTP_PORT is missing'); process.exit(78)`, { log })
  await expect(waitFor(child, log, 30_000, never)).rejects.toThrow(
    `child ended while starting (exit code 78): HTTP_PORT is missing (see ${log})`,
  )
})

test('a process that does not get ready in time is told with what it lacks', async () => {
  const child = await throwawayChild('setInterval(() => {}, 1000)')
  await expect(waitFor(child, 'its.log', 0, never, () => 'it lacks broker')).rejects.toThrow(
    'child was not ready within 0 s, it lacks broker: see its.log',
  )
})

test('nobody waits on when all is to end', async () => {
  const ending = new AbortController()
  const host = { track: async () => undefined, ending: ending.signal }
  const child = await throwawayChild('setInterval(() => {}, 1000)', { host })
  const waiting = expect(waitFor(child, '', 30_000, never)).rejects.toThrow()
  ending.abort()
  await waiting
})

test('the reason is taken from the last fatal line of a log for machines', async () => {
  const log = join(temporaryFolder(), 'log')
  const line = (level: string, message: string) => JSON.stringify({ level, err: { message }, msg: 'failed' })
  const lines = [line('fatal', 'the schema is older'), line('info', 'stopped')].map(
    (text) => `console.log(${JSON.stringify(text)})`,
  )
  const child = await throwawayChild(`${lines.join(';')}; process.exit(1)`, { log })
  await expect(waitFor(child, log, 30_000, never)).rejects.toThrow(
    `child ended while starting (exit code 1): the schema is older (see ${log})`,
  )
})
