import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Response to a tile request: bytes, a status, or a handler. */
type Answer = Buffer | number | ((response: ServerResponse) => void)

export interface TileServer {
  port: number
  /** URL template of the tiles of a kind. */
  templateOf(kind: string): string
  /** Requested tiles in order, such as `map/14/8648/5790`. */
  asked: string[]
  userAgents: Set<string | undefined>
  answer: (kind: string, z: number, x: number, y: number) => Answer
  [Symbol.asyncDispose](): Promise<void>
}

/** A local tile provider without TLS. */
export async function startTileServer(): Promise<TileServer> {
  const server = createServer((request, response) => {
    const [, kind = '', z, x, y] = (request.url ?? '').split(/[/.]/)
    tiles.asked.push([kind, z, x, y].join('/'))
    tiles.userAgents.add(request.headers['user-agent'])
    const answer = tiles.answer(kind, Number(z), Number(x), Number(y))
    if (typeof answer === 'function') answer(response)
    else if (typeof answer === 'number') response.writeHead(answer).end()
    else response.end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const tiles: TileServer = {
    port,
    templateOf: (kind) => `http://127.0.0.1:${port}/${kind}/{z}/{x}/{y}.png`,
    asked: [],
    userAgents: new Set(),
    answer: () => 404,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return tiles
}
