/** Runs the shell blocks of docs/webhooks.md with the running system. webhook-receivers.test.ts tests its receivers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guideBlocks } from '../src/documented-receivers.ts'
import { eventually } from '../src/eventually.ts'
import { createPartners, type Partners } from '../src/partners.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { reserveReceiver, sharedSystem } from '../src/shared-system.ts'

const bin = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'guidebook-webhooks-guide-'))
const [prepare = '', listen = '', ping = '', replay = '', rotate = '', ...more] = guideBlocks

// The command line's receiver listens on the loopback interface.
const isElsewhere = process.env.TEST_RECEIVER_HOST !== undefined
const why = isElsewhere ? ' (skipped, needs a system on this machine)' : ''

let system: SystemHandle
let partners: Partners
beforeAll(async () => {
  system = await sharedSystem()
  partners = await createPartners(system.describe())
}, 900_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a block of the guide as the reseller of this test. As the service shows it, it contains the address of the service. */
function start(script: string) {
  const { oid, key } = partners.reseller
  const shown = script.replaceAll('https://guidebook.example', system.describe().baseUrl).replaceAll('XYZ', oid)
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', shown], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      GUIDEBOOK_DATA: system.data,
      API_KEY: key,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const chunks: string[] = []
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)))
  return { shell, output: () => chunks.join(''), ended: once(shell, 'close') }
}

async function run(script: string): Promise<string> {
  const { output, ended } = start(script)
  const [code] = await ended
  expect(code, `${script}\n${output()}`).toBe(0)
  return output()
}

/** Sends SIGINT to the process group, as Ctrl-C does. */
const interrupt = ({ pid, exitCode, signalCode }: ChildProcess) => {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGINT')
}

it.skipIf(isElsewhere)(
  `every block of the guide works: a local receiver, a ping, a replay, a new secret${why}`,
  async () => {
    expect(more).toEqual([])
    // The command line listens at the first port, which only a remote system has other test files use.
    await using _turn = await reserveReceiver(system.describe())
    await run(prepare)
    expect(readFileSync(join(folder, 'webhook-secret'), 'utf8')).toMatch(/^whsec_\S+\n$/)
    expect(statSync(join(folder, 'webhook-secret')).mode & 0o077).toBe(0)

    const receiver = start(listen)
    try {
      const shows = (pattern: RegExp) =>
        eventually(`the receiver shows ${pattern}`, 60_000, () => {
          expect(receiver.shell.exitCode, receiver.output()).toBeNull()
          return pattern.test(receiver.output())
        })
      await shows(/Listening at https/)

      const { webhookId } = JSON.parse(await run(ping)) as { webhookId: string }
      const { client } = partners.reseller
      await shows(new RegExp(`genuine  ${webhookId} .* answered 204`))
      await eventually('the delivery is recorded', 60_000, async () => {
        const { body } = await client.send<{ items: { state: string }[] }>('GET', '/account/webhook/deliveries')
        return body.items.every(({ state }) => state === 'delivered')
      })

      const [ask = ''] = ping.split('\n')
      expect(await run(`${ask}\n${replay}`)).toContain(webhookId)
      await shows(new RegExp(`genuine, again  ${webhookId} `))

      await run(`${ask}\n${rotate}`)
      const answer = JSON.parse(readFileSync(join(folder, 'new-secret.json'), 'utf8'))
      expect(answer).toEqual({ secret: expect.stringMatching(/^whsec_/), previousValidUntil: expect.any(String) })
      const later = JSON.parse(await run(`${ask}\nask -X POST https://guidebook.example/account/webhook/ping`)) as {
        webhookId: string
      }
      // The receiver still has the previous secret.
      await shows(new RegExp(`genuine  ${later.webhookId} `))
    } finally {
      interrupt(receiver.shell)
      await receiver.ended
    }
  },
  900_000,
)
