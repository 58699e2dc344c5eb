import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReleaseRecord } from '@guidebook/contracts'
import { webhookPath } from './partners.ts'
import type { Description } from './running-system.ts'
import { seededRandom } from './seeded-random.ts'
import { readDelivery, serveWebhooks } from './webhook-receiver.ts'

/** One POST, as recorded before the response. Times are in milliseconds since 1970. */
export interface Posted {
  webhookId: string
  account: string
  body: string
  /** Whether the public package verified it with the account's secret. */
  signed: boolean
  arrivedAt: number
  /** When it was recorded; the response follows at once. */
  answeredAt: number
  status: number
}

export const linkOf = ({ body }: Posted): string => (JSON.parse(body) as ReleaseRecord).link

export type WebhookLedger = Awaited<ReturnType<typeof startLedger>>

/** Of a hundred POSTs, how many are refused, and how many are answered late: well within `WEBHOOK_TIMEOUT` of three seconds. */
const refusedOf100 = 5
const lateOf100 = 25
const latestMs = 800

/**
 * The HTTPS server of resellers. It records each POST on disk before it responds. Some POSTs get a 503, but only the first of an id (a
 * second one would be retried only after minutes), others a late response. `seed` decides which. Secrets may be added later.
 */
export const startLedger = async (
  at: Description['webhookReceiver'],
  secrets: ReadonlyMap<string, string>,
  seed: number,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-ledger-'))
  const path = join(folder, 'posted.jsonl')
  const file = await open(path, 'a')
  const known = new Set<string>()
  const listeners = new Map<number, () => void>()
  let arrived = 0

  const statusFor = async (n: number, webhookId: string): Promise<number> => {
    const isFirst = !known.has(webhookId)
    known.add(webhookId)
    if (seededRandom(seed, `late ${n}`, 100) < lateOf100) await delay(seededRandom(seed, `how late ${n}`, latestMs))
    return isFirst && seededRandom(seed, `refused ${n}`, 100) < refusedOf100 ? 503 : 204
  }

  const server = await serveWebhooks(at, async (request, response) => {
    const n = arrived++
    listeners.get(arrived)?.()
    try {
      const arrivedAt = Date.now()
      const [account, secret] = [...secrets].find(([id]) => webhookPath(id) === request.url) ?? ['', '']
      const { body, webhookId, record } = await readDelivery(request, secret)
      const status = await statusFor(n, webhookId)
      const signed = record !== null
      const entry: Posted = { webhookId, account, body, signed, arrivedAt, answeredAt: Date.now(), status }
      await file.appendFile(`${JSON.stringify(entry)}\n`)
      await file.datasync()
      response.writeHead(status).end()
    } catch {
      // The sender was killed before it had sent everything, so nobody waits for a response.
      response.destroy()
    }
  })
  return {
    /** The recorded POSTs to the accounts, and to unknown ones, in the order of the responses. */
    postedTo: (receivers: readonly string[]): Posted[] =>
      readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line): Posted => JSON.parse(line))
        .filter(({ account }) => account === '' || receivers.includes(account)),
    /** Resolves when so many more POSTs have arrived. The last one has no response yet. */
    arrivals: (count: number) => new Promise<void>((resolve) => listeners.set(arrived + count, resolve)),
    async stop() {
      await server.stop()
      await file.close()
      rmSync(folder, { recursive: true })
    },
  }
}
