import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPartners, type Partners } from '../src/partners.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'

/** Guides that no other test runs: their address, and what their commands print. */
const guides = {
  'docs/errors.md': {
    at: '/docs/handling-errors',
    prints: ['"unauthorized"', '"/names/english"', '"/colour"', '"/customId"'],
  },
  'docs/idempotency.md': { at: '/docs/idempotency', prints: ['HTTP/1.1 201', 'Idempotency-Replayed: true'] },
  'docs/request-limits.md': { at: '/docs/limits', prints: ['RateLimit-Policy: ', 'RateLimit: '] },
  'docs/test-accounts.md': { at: '/docs/test-accounts', prints: ['"test":true', '"kind":"ping"'] },
  'docs/tools.md': { at: '/docs/tools', prints: [] },
}

let system: SystemHandle
let partners: Partners
const folder = mkdtempSync(join(tmpdir(), 'guidebook-guides-'))
beforeAll(async () => {
  system = await sharedSystem()
  partners = await createPartners(system.describe(), { test: true })
}, 900_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(script: string, env: Record<string, string>) {
  const shell = spawn('bash', ['-euo', 'pipefail'], { cwd: folder, env: { ...process.env, ...env } })
  const output: string[] = []
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  shell.stdin.end(script)
  const [code] = await once(shell, 'close')
  return { code, output: output.join('') }
}

it.each(Object.entries(guides))('every command of %s works as the service shows it', async (_, { at, prints }) => {
  const { baseUrl } = system.describe()
  const document = await (await fetch(`${baseUrl}${at}.md`)).text()
  const blocks = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '')
  expect(blocks.length).toBeGreaterThan(0)
  const { operator, reseller } = partners
  const { code, output } = await run(blocks.join('\n'), { API_KEY: operator.key, PARTNER_KEY: reseller.key })
  expect(code, output).toBe(0)
  for (const text of prints) expect(output.toLowerCase()).toContain(text.toLowerCase())
})
