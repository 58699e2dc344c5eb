import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fixture } from './fixture.ts'

/** A proxy between a browser and the service, in place of the gateway. Stopping it simulates a missing network. */
export interface TravellerFront extends AsyncDisposable {
  url: string
  /** The requested paths. */
  asked: string[]
  /** Breaks all connections from now on. */
  down(): void
  up(): void
}

export async function travellerFront(fixture: Fixture): Promise<TravellerFront> {
  const asked: string[] = []
  let isUp = true
  const server = createServer(async (request, response) => {
    if (!isUp) return response.destroy()
    asked.push(request.url ?? '')
    const { accept = '*/*', 'accept-language': language = '', 'sec-fetch-dest': destination = '' } = request.headers
    const told = { accept, 'accept-language': language, 'sec-fetch-dest': String(destination) }
    const answer = await fetch(fixture.url + request.url, {
      headers: { ...told, ...(await fixture.travellerHeaders()) },
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    return response.end(Buffer.from(await answer.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    down: () => {
      isUp = false
      server.closeAllConnections()
    },
    up: () => {
      isUp = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
