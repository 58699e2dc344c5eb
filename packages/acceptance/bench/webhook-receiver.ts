/**
 * The HTTPS servers of many resellers, as a process of its own. Gets where to listen by its first message and says so when it does. Answers every POST at
 * once and notes when it came, but for those below `/black-hole`, which wait for ever. Told `arrivals` it sends what came since it was asked last;
 * told `let go` it hangs up on all that wait.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import type { Description } from '../src/running-system.ts'

/** What came: each id with its time in milliseconds since 1970, and the paths that swallowed something. */
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
process.on('message', (wish) => {
  if (wish === 'arrivals') {
    process.send?.(arrivals)
    arrivals = { posts: [], swallowed: [] }
  } else if (wish === 'let go') {
    for (const socket of waiting) socket.destroy()
  }
})
server.listen(port, '127.0.0.1', () => process.send?.(port))
