/**
 * Bundles the services and starts one system of them for all test files that can share it: when the first of them asks, until after the
 * last. Its webhooks reach one port of this machine: who asks for `/receiver` is answered when it is its turn to listen there, until it
 * lets go of the answer.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { buildBundles, noLimits, type RunningSystem, startSystem } from '../src/running-system.ts'

export default async ({ provide }: TestProject) => {
  await buildBundles()
  let system: Promise<RunningSystem> | undefined
  let turn = Promise.resolve()
  const server = createServer(async (request, response) => {
    if (request.url === '/receiver') {
      turn = turn.then(() => untilClosed(response))
      return
    }
    try {
      system ??= startSystem({ ...noLimits, GUIDEBOOK_FORM: 'built' })
      response.end((await system).data)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  provide('sharedSystem', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.closeAllConnections()
    server.close()
    // One that did not start has said so to who asked.
    const started = await system?.catch(() => undefined)
    await started?.stop()
  }
}

const untilClosed = async (response: ServerResponse): Promise<void> => {
  if (response.destroyed) return
  response.flushHeaders()
  await once(response, 'close')
}
