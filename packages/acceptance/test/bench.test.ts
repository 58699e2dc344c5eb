import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('a mistyped benchmark is refused with the names of all, before a server starts', async () => {
  const main = join(import.meta.dirname, '../bench/main.ts')
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
    execFile(process.execPath, [main, 'gateways'], (error, _, stderr) => resolve({ code: error?.code, stderr })),
  )
  expect(stderr).toMatch(/^There is no benchmark gateways\. Choose from: relay, gateway, /)
  expect(code).toBe(2)
})
