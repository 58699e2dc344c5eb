/** Runs the commands in packages/cli/README.md in their order. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { randomOid } from '@guidebook/cli/admin/random-oid'
import { guidebook } from '@guidebook/cli/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvColumns, csvOf } from '../src/account/fixtures.ts'
import { wordsOf } from '../src/command-words.ts'
import { supportOf } from '../src/partners.ts'
import { retryingClient } from '../src/retrying-client.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { createContent, plainRelease } from '../src/trip.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const [fromRoot = '', firstDay = ''] = [
  ...readFileSync(join(root, 'packages/cli/README.md'), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm),
].map(([, block]) => block)
const folder = mkdtempSync(join(tmpdir(), 'guidebook-support-'))

let system: SystemHandle
beforeAll(async () => {
  system = await sharedSystem()
}, 900_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a line in a shell, in which `guidebook` is a program. */
const runInShell = (line: string, cwd: string) => {
  const env = { ...process.env, GUIDEBOOK_DATA: system.data, PATH: `${root}node_modules/.bin:${process.env.PATH}` }
  return new Promise<{ code: number; out: string; err: string }>((resolve) =>
    execFile('bash', ['-euo', 'pipefail', '-c', line], { cwd, env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    ),
  )
}
/** Runs a line in this process, unless it needs a shell: that takes a fraction of the time. */
const run = (line: string) =>
  /[<>]/.test(line) ? runInShell(line, folder) : guidebook(wordsOf(line), { local: system.describe() })
const linesOf = (block: string) => block.split('\n').filter((line) => line !== '')

/** An Operator ID that no account has: looking it up exits with 3, "not found". */
const freeOid = async (): Promise<string> => {
  const oid = randomOid()
  const { code, err } = await run(`guidebook account show ${oid}`)
  if (code === 0) return await freeOid()
  expect(code, err).toBe(3)
  return oid
}

/** Creates the release of the account that a later command shows. */
const createRelease = async (oid: string, code: number) => {
  const support = supportOf(system.describe())
  const { out } = await run(`guidebook account show ${oid} --json`)
  const { id } = JSON.parse(out) as { id: string }
  const { key } = (await support.send<{ key: string }>('POST', `/admin/accounts/${id}/keys`)).body
  const client = retryingClient(system.describe().baseUrl, key)
  const book = await createContent({ id, oid, key, client }, 'README')
  const { status } = await client.send('POST', '/content/release', plainRelease(id, book, code))
  expect(status).toBe(201)
}

it('the commands from the root work', async () => {
  for (const line of linesOf(fromRoot)) {
    const { code, out, err } = await runInShell(line, root)
    expect(code, `${line}\n${out}${err}`).toBe(0)
  }
}, 900_000)

it('the commands of an account’s first day work in their order', async () => {
  const senders = ['office@operator.example']
  const period = { daysBeforeArrival: 7, daysAfterDeparture: 14 }
  const settings = { senders, columns: csvColumns, hotelColumns: [], period, format: {}, onExistingCode: 'report' }
  writeFileSync(join(folder, 'import.json'), JSON.stringify(settings))
  writeFileSync(join(folder, 'sample.csv'), csvOf([20240002], 'README', ''))
  const [operator, reseller] = [await freeOid(), await freeOid()]
  const real: Record<string, string> = { ABC: operator, XYZ: reseller }
  const lines = linesOf(firstDay).map((line) =>
    line.replaceAll(/\b(ABC|XYZ|\w+\.(?:csv|json))\b/g, (word) => real[word] ?? join(folder, word)),
  )
  expect(lines.length).toBeGreaterThan(9)
  for (const line of lines) {
    const release = /release show (\d+)/.exec(line)
    if (release) await createRelease(operator, Number(release[1]))
    const { code, out, err } = await run(line)
    expect(code, `${line}\n${out}${err}`).toBe(0)
  }
  expect(JSON.parse(readFileSync(join(folder, 'import.json'), 'utf8'))).toMatchObject({ senders, period })
}, 900_000)
