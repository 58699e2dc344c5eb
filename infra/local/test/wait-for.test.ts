import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitFor } from '../src/processes/wait-for.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { throwawayChild } from './throwaway-child.ts'

const never = async () => 'missing: broker'

test('a process that ends during the wait fails at once, with its last message', async () => {
  const log = join(temporaryFolder(), 'log')
  const child = await throwawayChild(`console.error('HTTP_PORT is missing'); process.exit(78)`, { log })
  await expect(waitFor(child, 30_000, never)).rejects.toThrow(
    `child ended while starting (exit code 78): HTTP_PORT is missing (see ${log})`,
  )
})

test('a process that is not ready in time fails with what is missing', async () => {
  const child = await throwawayChild('setInterval(() => {}, 1000)')
  await expect(waitFor(child, 0, never)).rejects.toThrow(
    `child was not ready within 0 s, missing: broker: see ${child.log}`,
  )
})

test('the wait ends when the system stops', async () => {
  const stopping = new AbortController()
  const tracker = { track: async () => undefined, stopping: stopping.signal }
  const child = await throwawayChild('setInterval(() => {}, 1000)', { tracker })
  const waiting = expect(waitFor(child, 30_000, never)).rejects.toThrow()
  stopping.abort()
  await waiting
})

test('the reason comes from the last fatal line of a JSON log', async () => {
  const log = join(temporaryFolder(), 'log')
  const line = (level: string, message: string) => JSON.stringify({ level, err: { message }, msg: 'failed' })
  const lines = [line('fatal', 'the schema is older'), line('info', 'stopped')].map(
    (text) => `console.log(${JSON.stringify(text)})`,
  )
  const child = await throwawayChild(`${lines.join(';')}; process.exit(1)`, { log })
  await expect(waitFor(child, 30_000, never)).rejects.toThrow(
    `child ended while starting (exit code 1): the schema is older (see ${log})`,
  )
})
