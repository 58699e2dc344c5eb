import { Agent, request } from 'node:http'
import { attackerAddress } from './raw-connections.ts'

export interface Repeated {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Buffer
}

interface Repeating {
  /** Number of concurrent requests. */
  concurrency: number
  next: (index: number) => Repeated
}

/**
 * Sends requests until the signal aborts, whatever the responses are. Calls `begun` when a request has been sent completely.
 * Resolves with the number of responses by status; 0 is a broken connection.
 */
export const sendRepeatedly = async (
  { concurrency, next }: Repeating,
  signal: AbortSignal,
  begun: () => void,
): Promise<Map<number, number>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency, localAddress: attackerAddress() })
  const statuses = new Map<number, number>()
  let index = 0
  const lane = async () => {
    while (!signal.aborted) {
      const status = await sendOne(agent, next(index++), signal, begun)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  agent.destroy()
  return statuses
}

const sendOne = (
  agent: Agent,
  { method, url, headers, body }: Repeated,
  signal: AbortSignal,
  sentCompletely: () => void,
): Promise<number> =>
  new Promise((resolve) => {
    const sent = request(url, { method, headers, agent, signal }, (response) => {
      response.on('close', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
      response.resume()
    })
    sent.on('finish', sentCompletely)
    // A reset connection counts as a response: the attacker continues.
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
