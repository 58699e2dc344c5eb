import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { isRemote } from './remote-system.ts'

export interface Sent {
  method: string
  /** Sent unchanged in the request line. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: Buffer | string | undefined
}

export interface Received {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
}

/** Longer than any response may take. */
const patienceMs = 30_000
const pooled = { keepAlive: true, maxSockets: 16 }
const plain = { open: request, agent: new Agent(pooled) }
const secure = { open: tlsRequest, agent: new TlsAgent(pooled) }

/**
 * Sends a request unchanged; `fetch` would normalise it. Throws when there is no response. A remote system limits requests per minute:
 * a 429 is repeated after its `Retry-After`. A request on a reused connection that the other side has just closed is repeated, too:
 * proxies close a connection when they respond before the end of a request.
 */
export async function exchange(baseUrl: string, sent: Sent): Promise<Received> {
  for (;;) {
    const received = await exchangeOnce(baseUrl, sent)
    if (!isRemote || received.status !== 429) return received
    await delay(Number(received.headers['retry-after'] ?? 1) * 1_000)
  }
}

const exchangeOnce = (baseUrl: string, sent: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { method, path, headers = {}, body } = sent
    const { protocol, hostname, port } = new URL(baseUrl)
    const { open, agent } = protocol === 'https:' ? secure : plain
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = open(
      { hostname, port, method, path, agent, headers: { ...length, ...headers }, timeout: patienceMs },
      async (answer) => {
        try {
          const bytes = await readAnswer(answer)
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString('utf8') })
        } catch (error) {
          reject(error)
        }
      },
    )
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no response in ${patienceMs} ms`)))
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(exchangeOnce(baseUrl, sent))
      else reject(error)
    })
    outgoing.end(body)
  })

/** The whole body; of an event stream, which is endless, the first event. */
async function readAnswer(answer: IncomingMessage): Promise<Buffer> {
  const isEndless = answer.headers['content-type'] === 'text/event-stream'
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    if (isEndless && chunk.includes('data: ')) break
  }
  return Buffer.concat(chunks)
}
