import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPartners, type Partners } from '../src/partners.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { type ReservedReceiver, reserveReceiver, sharedSystem } from '../src/shared-system.ts'

let system: SystemHandle
let partners: Partners
let reserved: ReservedReceiver
let blocks: string[]
const folder = mkdtempSync(join(tmpdir(), 'guidebook-quickstart-'))

/** The address of a page that another one links to by its name. */
const follow = async (from: string, name: string): Promise<string> => {
  const [, path] = new RegExp(`<a href="([^"]+)"[^>]*>${name}</a>`).exec(await (await fetch(from)).text()) ?? []
  return new URL(path ?? '', from).href
}

/** The blocks of code of a page, as a reader copies them. docs/quickstart.md is its source. */
const codeOf = async (address: string): Promise<string[]> => {
  const page = parseDocument(await (await fetch(address)).text())
  return DomUtils.findAll(({ name }) => name === 'pre', page.children).map((block) => DomUtils.textContent(block))
}

beforeAll(async () => {
  system = await sharedSystem()
  reserved = await reserveReceiver(system.describe())
  partners = await createPartners(reserved.description, { test: true })
  blocks = await codeOf(await follow(`${system.describe().baseUrl}/docs/guides`, 'Quick start'))
}, 900_000)
afterAll(async () => {
  await reserved?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
}, 900_000)

/** Vitest sets it; a reader has not. */
const { BASE_URL: _, ...inherited } = process.env

const run = async (script: string, env: Record<string, string>) => {
  const shell = spawn('bash', ['-euo', 'pipefail'], { cwd: folder, env: { ...inherited, ...env } })
  const output: string[] = []
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  shell.stdin.end(script)
  const [code] = await once(shell, 'close')
  return { code, output: output.join('') }
}

/** As a reader runs it, who has nothing but the pages of the service, curl and openssl. */
const runQuickStart = async () => {
  const { operator, reseller, secret } = partners
  const { port, certificate, key } = reserved.description.webhookReceiver
  const { code, output } = await run(blocks.join('\n'), {
    API_KEY: operator.key,
    PARTNER_OID: reseller.oid,
    WEBHOOK_SECRET: secret,
    WEBHOOK_PORT: String(port),
    WEBHOOK_CERT: certificate,
    WEBHOOK_KEY: key,
  })
  expect(code, output).toBe(0)
  expect(output).toMatch(/genuine: http\S+\/t\/\S+/)
  expect(output).toContain('%PDF-')
  expect(readFileSync(join(folder, 'tracks.zip')).subarray(0, 2).toString()).toBe('PK')
  expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('A day at the lake')
}

it('every block of the quick start works, in order, from the key to the verified webhook', async () => {
  expect(blocks.length).toBeGreaterThan(9)
  await runQuickStart()
}, 900_000)

it('the quick start works a second time in the same account', () => runQuickStart(), 900_000)
