/**
 * Bundles the services, and starts one system for all test files that can share it on the first request. The system sends all webhooks to
 * one port, where one test file at a time may listen: the response to `/receiver` begins when the port is free, and holds it until closed.
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
    // The requests have already returned the error of a system that did not start.
    const started = await system?.catch(() => undefined)
    await started?.stop()
  }
}

const untilClosed = async (response: ServerResponse): Promise<void> => {
  if (response.destroyed) return
  response.flushHeaders()
  await once(response, 'close')
}
