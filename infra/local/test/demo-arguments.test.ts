import { expect, test } from 'vitest'
import type { CommandContext } from '../src/commands/command.ts'
import { demo } from '../src/commands/demo.ts'
import { LocalFault } from '../src/fault.ts'

const run = (...args: string[]) => demo({ args } as unknown as CommandContext)

test.each([
  [['--help'], '--tracks DIR, a folder of GPX files'],
  [['--tracks'], '--tracks DIR, a folder of GPX files'],
  [['tracks'], '--tracks DIR, a folder of GPX files'],
  [['--tracks', '/not/there'], 'no folder /not/there'],
])('demo %j is told in a line what is wrong, before anything is started', async (args, words) => {
  const fault = await run(...args).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(LocalFault)
  expect((fault as Error).message).toContain(words)
})
