/**
 * Builds the bundles, and starts the systems that test files share, each on the first request. The URL of the server is provided to all
 * projects. `/receiver?of=2` is answered with the number of a receiver, 0 or 1, that no other test file has; the response holds it until
 * it is closed.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { buildBundles, noLimits, type RunningSystem, startSystem } from '../src/running-system.ts'

export default async ({ provide }: TestProject) => {
  let bundles: Promise<unknown> | undefined
  const bundled = () => (bundles ??= buildBundles())
  const starts: Record<string, (settings: string) => Promise<RunningSystem>> = {
    '/unlimited': async () => {
      await bundled()
      return await startSystem({ ...noLimits, GUIDEBOOK_FORM: 'built' })
    },
    '/usual': (settings) => startSystem(JSON.parse(settings), 'start'),
  }
  const systems = new Map<string, Promise<RunningSystem>>()
  const receivers = receiversOf()

  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (path === '/receiver') {
      await receivers.hold(Number(searchParams.get('of')), response)
      return
    }
    try {
      if (path === '/bundles') {
        await bundled()
        response.end()
        return
      }
      const settings = await text(request)
      const system = systems.get(path) ?? starts[path]?.(settings)
      if (system === undefined) throw new Error(`no system is called ${path}`)
      systems.set(path, system)
      response.end((await system).data)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  provide('sharedSystems', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.closeAllConnections()
    server.close()
    // The requests have already returned the error of a system that did not start.
    const started = await Promise.allSettled(systems.values())
    await Promise.all(started.map((result) => result.status === 'fulfilled' && result.value.stop()))
  }
}

/** Gives each response a receiver that no other one holds. While there is none, responses wait in their order. */
const receiversOf = () => {
  const held = new Set<number>()
  const waiting: ((number: number) => void)[] = []
  return {
    async hold(count: number, response: ServerResponse): Promise<void> {
      const free = Array.from({ length: count }, (_, number) => number).find((number) => !held.has(number))
      const number = free ?? (await new Promise<number>((resolve) => waiting.push(resolve)))
      held.add(number)
      await holdUntilClosed(number, response)
      const next = waiting.shift()
      if (next === undefined) held.delete(number)
      else next(number)
    },
  }
}

const holdUntilClosed = async (number: number, response: ServerResponse): Promise<void> => {
  if (response.destroyed) return
  response.setHeader('receiver-number', number)
  response.flushHeaders()
  await once(response, 'close')
}
