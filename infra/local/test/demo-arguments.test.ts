import { expect, test } from 'vitest'
import type { CommandContext } from '../src/commands/command.ts'
import { demo } from '../src/commands/system.ts'
import { UserFacingError } from '../src/user-facing-error.ts'

const run = (...args: string[]) => demo({ args, data: '/not/there' } as unknown as CommandContext)

test.each([
  [['--help'], '--tracks DIR, a folder of GPX files'],
  [['--tracks'], '--tracks DIR, a folder of GPX files'],
  [['tracks'], '--tracks DIR, a folder of GPX files'],
  [['--tracks', '/not/there'], 'no folder /not/there'],
  [['--remove'], 'there is no demonstration to remove'],
])('demo %j fails with one line before anything starts', async (args, message) => {
  const error = await run(...args).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UserFacingError)
  expect((error as Error).message).toContain(message)
})
