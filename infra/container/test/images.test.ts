import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const main = resolve(import.meta.dirname, '../src/images.ts')

const images = (...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((done) => {
    // An address where no engine listens, whether or not one is installed.
    const env = { ...process.env, DOCKER_HOST: `unix://${join(import.meta.dirname, 'no-engine.sock')}` }
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

test('without a container engine the images are not built, and the message says what to do', async () => {
  const { code, output } = await images()
  expect(code).toBe(1)
  expect(output).toMatch(/^images: no container engine: /)
  expect(output).toContain('Install and start Docker')
})

test.each([
  [['--only', 'gateway,unknown'], 'unknown program unknown'],
  [['--tags', 'x'], "'--tags'"],
])('the options %j are refused with the list of options', async (args, message) => {
  const { code, output } = await images(...args)
  expect(code).toBe(1)
  expect(output).toContain(message)
  expect(output).toContain('options: --tag dev')
})
