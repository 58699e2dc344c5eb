import { Agent, request } from 'node:http'
import { attackerAddress } from './raw-connections.ts'

export interface Repeated {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Buffer
}

/** Requests that are under way at once. */
interface Repeating {
  atOnce: number
  next: (index: number) => Repeated
}

/**
 * Sends requests until the signal aborts, so many at a time, whatever the answers are. `begun` is called when the first have been sent completely.
 * Resolves with how often each status came; 0 stands for a connection that broke.
 */
export const sendRepeatedly = async (
  { atOnce, next }: Repeating,
  signal: AbortSignal,
  begun: () => void,
): Promise<Map<number, number>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const statuses = new Map<number, number>()
  let index = 0
  const lane = async () => {
    while (!signal.aborted) {
      const status = await sendOne(agent, next(index++), signal, begun)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
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
    const sent = request(url, { method, headers, agent, signal, localAddress: attackerAddress }, (response) => {
      response.on('close', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
      response.resume()
    })
    sent.on('finish', sentCompletely)
    // A reset connection is an answer, too: the attacker tries again.
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
