/**
 * The HTTPS servers of many resellers, in one process. The first message says where to listen; it sends a message when it listens. It responds
 * to every POST immediately and records its time, except below `/black-hole`, where it never responds. On the message `arrivals` it sends the
 * POSTs since the last such message; on `close-black-holes` it closes the connections without a response.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import type { Description } from '../src/running-system.ts'

/** Received POSTs: each id with its time in milliseconds since 1970, and the paths of POSTs that get no response. */
export interface Arrivals {
  posts: [webhookId: string, at: number][]
  swallowed: string[]
}

const [{ port, certificate, key }] = (await once(process, 'message')) as [Description['webhookReceiver']]
let arrivals: Arrivals = { posts: [], swallowed: [] }
const waiting = new Set<Socket>()

const server: Server = createServer(
  { cert: readFileSync(certificate), key: readFileSync(key) },
  (request, response) => {
    const { url = '', headers, socket } = request
    request.resume()
    if (url.startsWith('/black-hole')) {
      arrivals.swallowed.push(url)
      waiting.add(socket)
      socket.once('close', () => waiting.delete(socket))
      return
    }
    arrivals.posts.push([String(headers['webhook-id']), performance.timeOrigin + performance.now()])
    request.once('end', () => response.writeHead(204).end())
  },
)
server.keepAliveTimeout = 60_000
process.on('message', (message) => {
  if (message === 'arrivals') {
    process.send?.(arrivals)
    arrivals = { posts: [], swallowed: [] }
  } else if (message === 'close-black-holes') {
    for (const socket of waiting) socket.destroy()
  }
})
server.listen(port, '127.0.0.1', () => process.send?.(port))
