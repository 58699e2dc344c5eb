import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { Pool } from 'undici'
import type { Description } from '../src/running-system.ts'
import type { Endpoint } from './webhook-endpoints.ts'

/** The baseline for webhooks: a loop that signs and posts the body to the endpoints in turn, with `concurrency` requests at a time. */
export const openBarePosts = (
  { port, certificate }: Description['webhookReceiver'],
  endpoints: readonly Endpoint[],
  body: string,
  concurrency: number,
) => {
  const ca = readFileSync(certificate)
  const pool = new Pool(`https://localhost:${port}`, { connections: concurrency, pipelining: 1, connect: { ca } })
  const signers = endpoints.map(({ path, secret }) => ({ path, webhook: new Webhook(secret) }))
  const post = async ({ path, webhook }: (typeof signers)[number]) => {
    const id = `msg_${randomUUID()}`
    const at = new Date()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': webhook.sign(id, at, body),
    }
    const { statusCode, body: answer } = await pool.request({ method: 'POST', path, headers, body })
    await answer.dump()
    if (statusCode !== 204) throw new Error(`${path}: ${statusCode}`)
  }
  return {
    async post(count: number): Promise<void> {
      let left = count
      const one = async () => {
        while (left-- > 0) await post(signers[left % signers.length] as (typeof signers)[number])
      }
      await Promise.all(Array.from({ length: concurrency }, one))
    },
    [Symbol.asyncDispose]: () => pool.close(),
  }
}
