/**
 * The bystander is a client in a separate process, so that the work of the attacker and of the test runner does not distort its measurements. Sends its
 * requests at a fixed rate whatever becomes of those before (an open loop: waiting requests must not hide how long others would have waited).
 */
import { Agent, request } from 'node:http'
import type { BystanderOrder, BystanderReport, BystanderRequest } from './bystander.ts'

/** A request that takes longer is an error: the client has given up. Milliseconds. */
const patience = 5_000

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const send = ({ method, url, headers, body }: BystanderRequest): Promise<string | null> =>
  new Promise((resolve) => {
    const sent = request(url, { method, headers, agent, timeout: patience }, (response) => {
      response.on('end', () => {
        const { statusCode = 0 } = response
        resolve(statusCode >= 200 && statusCode < 300 ? null : `${method} ${new URL(url).pathname}: ${statusCode}`)
      })
      response.on('error', (error) => resolve(error.message))
      response.resume()
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${patience} ms`)))
    sent.on('error', (error) => resolve(`${method} ${new URL(url).pathname}: ${error.message}`))
    sent.end(body)
  })

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

const measure = async ({ requests, everyMs, forMs }: BystanderOrder): Promise<BystanderReport> => {
  const latencies: number[] = []
  const errors: string[] = []
  const underWay: Promise<void>[] = []
  const timed = async (one: BystanderRequest) => {
    const start = performance.now()
    const error = await send(one)
    latencies.push(performance.now() - start)
    if (error !== null) errors.push(error)
  }
  const start = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const next = requests[underWay.length % requests.length]
      if (performance.now() - start < forMs && next) return void underWay.push(timed(next))
      clearInterval(timer)
      resolve()
    }, everyMs)
  })
  await Promise.all(underWay)
  latencies.sort((a, b) => a - b)
  return { count: latencies.length, errors, median: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

process.on('message', async (order: BystanderOrder) => process.send?.(await measure(order)))
process.on('disconnect', () => process.exit())
