import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { rollDice } from './dice.ts'
import { webhookPath } from './partners.ts'
import type { Description } from './running-system.ts'

/** One POST, as the receiver wrote it down before it answered. Times are in milliseconds since 1970. */
export interface Posted {
  webhookId: string
  account: string
  body: string
  /** Whether the public package verified it with the account's secret. */
  signed: boolean
  arrivedAt: number
  /** When it was written down; the answer went out right after. */
  answeredAt: number
  status: number
}

export interface WebhookLedger {
  /** All that is written down, in the order of the answers. */
  posted(): Posted[]
  /** Resolves when so many more POSTs have come, the last one as yet without an answer. */
  arrivals(count: number): Promise<void>
  stop(): Promise<void>
}

/** Of a hundred POSTs so many are refused, and so many answered late; late ones well within `WEBHOOK_TIMEOUT` of three seconds. */
const refusedOf100 = 5
const lateOf100 = 25
const latestMs = 800

/**
 * The HTTPS servers of resellers that write down each POST, to the disk, before they answer it. Now and then they are busy: a 503 the first time
 * that an id comes (a second one would be repeated only after minutes), or an answer that takes its time. `seed` decides which.
 */
export const startLedger = async (
  { port, certificate, key }: Description['webhookReceiver'],
  secrets: ReadonlyMap<string, string>,
  seed: number,
): Promise<WebhookLedger> => {
  const accounts = new Map([...secrets].map(([account, secret]) => [webhookPath(account), { account, secret }]))
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-ledger-'))
  const path = join(folder, 'posted.jsonl')
  const file = await open(path, 'a')
  const known = new Set<string>()
  const listeners = new Map<number, () => void>()
  let arrived = 0

  const answerTo = async (n: number, webhookId: string): Promise<number> => {
    const isFirst = !known.has(webhookId)
    known.add(webhookId)
    if (rollDice(seed, `late ${n}`, 100) < lateOf100) await delay(rollDice(seed, `how late ${n}`, latestMs))
    return isFirst && rollDice(seed, `refused ${n}`, 100) < refusedOf100 ? 503 : 204
  }

  const server = createServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    async (request, response) => {
      const n = arrived++
      listeners.get(arrived)?.()
      try {
        const arrivedAt = Date.now()
        const body = (await Array.fromAsync(request)).join('')
        const headers = request.headers as Record<string, string>
        const webhookId = headers['webhook-id'] ?? ''
        const { account, secret } = accounts.get(request.url ?? '') ?? { account: '', secret: '' }
        const signed = verifies(secret, body, headers)
        const status = await answerTo(n, webhookId)
        const entry: Posted = { webhookId, account, body, signed, arrivedAt, answeredAt: Date.now(), status }
        await file.appendFile(`${JSON.stringify(entry)}\n`)
        await file.datasync()
        response.writeHead(status).end()
      } catch {
        // The sender was killed before it had sent all: nothing has come, and nobody waits for an answer.
        response.destroy()
      }
    },
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    posted: () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    arrivals: (count) => new Promise((resolve) => listeners.set(arrived + count, resolve)),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await file.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const verifies = (secret: string, body: string, headers: Record<string, string>): boolean => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    // The package says by an error that the signature is not good.
    return false
  }
}
