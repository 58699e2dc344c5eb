/** Starts one system for all test files that can share it, when the first of them asks, and stops it after the last. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { noLimits, type RunningSystem, startSystem } from '../src/running-system.ts'

export default async ({ provide }: TestProject) => {
  let system: Promise<RunningSystem> | undefined
  const server = createServer(async (_, response) => {
    try {
      system ??= startSystem(noLimits)
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
