/**
 * The bystander runs in a separate process, so that the attacker and the test runner do not distort its measurements. It is an open-loop client:
 * it sends at a fixed rate and does not wait for responses, because waiting would hide the delay of later requests.
 */
import { Agent, request } from 'node:http'
import type { BystanderOrder, BystanderReport, BystanderRequest } from './bystander.ts'

/** A request that takes longer counts as an error. */
const timeoutMs = 5_000

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const send = ({ method, url, headers, body }: BystanderRequest): Promise<string | null> =>
  new Promise((resolve) => {
    const sent = request(url, { method, headers, agent, timeout: timeoutMs }, (response) => {
      response.on('end', () => {
        const { statusCode = 0 } = response
        resolve(statusCode >= 200 && statusCode < 300 ? null : `${method} ${new URL(url).pathname}: ${statusCode}`)
      })
      response.on('error', (error) => resolve(error.message))
      response.resume()
    })
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${timeoutMs} ms`)))
    sent.on('error', (error) => resolve(`${method} ${new URL(url).pathname}: ${error.message}`))
    sent.end(body)
  })

const quantile = <T>(sorted: readonly T[], part: number): T | undefined =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]

const measure = async ({ requests, everyMs, forMs }: BystanderOrder): Promise<BystanderReport> => {
  const latencies: { ms: number; of: string }[] = []
  const errors: string[] = []
  const pending: Promise<void>[] = []
  const timed = async (one: BystanderRequest) => {
    const start = performance.now()
    const error = await send(one)
    latencies.push({ ms: performance.now() - start, of: `${one.method} ${new URL(one.url).pathname}` })
    if (error !== null) errors.push(error)
  }
  const start = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const next = requests[pending.length % requests.length]
      if (performance.now() - start < forMs && next) return void pending.push(timed(next))
      clearInterval(timer)
      resolve()
    }, everyMs)
  })
  await Promise.all(pending)
  latencies.sort((a, b) => a.ms - b.ms)
  const [median, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  return { count: latencies.length, errors, median: median?.ms ?? 0, p99: p99?.ms ?? 0, slow: p99?.of ?? '' }
}

process.on('message', async (order: BystanderOrder) => process.send?.(await measure(order)))
process.on('disconnect', () => process.exit())
