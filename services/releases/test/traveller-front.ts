import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fixture } from './fixture.ts'

const forwarded = ['accept', 'accept-language', 'sec-fetch-dest', 'sec-fetch-mode'] as const

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
    if (!isUp) return void response.destroy()
    asked.push(request.url ?? '')
    const told = forwarded.flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
    )
    const headers = { ...Object.fromEntries(told), ...(await fixture.travellerHeaders()) }
    // Not `fetch`, which would replace `Sec-Fetch-Mode`.
    send(fixture.url + request.url, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
      .on('error', () => response.destroy())
      .end()
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
