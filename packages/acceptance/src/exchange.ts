import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

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
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request unchanged, which `fetch` would normalise. Throws when there is no response. */
export const exchange = (baseUrl: string, { method, path, headers = {}, body }: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(
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
    outgoing.once('error', reject)
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
