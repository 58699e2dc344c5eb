import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export interface Sent {
  method: string
  /** As it goes into the request line: nothing is resolved or escaped. */
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

/** Longer than any answer may take; an answer that does not come by then counts as a hang. */
const patienceMs = 30_000
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** One HTTP exchange exactly as it is written down, which `fetch` would tidy up. Throws when no answer comes. */
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
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no answer in ${patienceMs} ms`)))
    outgoing.once('error', reject)
    outgoing.end(body)
  })

/** To its end; of a stream of events the first, since it has none. */
async function readAnswer(answer: IncomingMessage): Promise<Buffer> {
  const isEndless = answer.headers['content-type'] === 'text/event-stream'
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    if (isEndless && chunk.includes('data: ')) break
  }
  return Buffer.concat(chunks)
}
