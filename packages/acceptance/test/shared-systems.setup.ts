/**
 * Builds the bundles, and starts the systems that test files share, each on the first request. The URL of the server is provided to all
 * projects. `/receiver?of=2` lends the number of a receiver, 0 or 1, that no other test file has, and `/exclusive` a system: the response has it
 * in the header `held`, and it is lent until the connection is closed.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startCollector } from '@guidebook/service-kit/test/collector'
import type { TestProject } from 'vitest/node'
import { isSoak } from '../src/is-soak.ts'
import { buildBundles, noLimits, type RunningSystem, startSystem } from '../src/running-system.ts'

export default async ({ provide }: TestProject) => {
  const collector = await startCollector()
  const systems = systemsOf(collector.url)
  const receivers = receiversOf()
  const answers: Record<string, () => Promise<string>> = {
    '/bundles': async () => {
      await systems.bundled()
      return ''
    },
    '/unlimited': async () => (await systems.unlimited()).data,
    '/usual': async () => (await systems.usual()).data,
    '/exports': async () => JSON.stringify({ spans: collector.spans, received: collector.received() }),
  }

  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://localhost')
    try {
      if (path === '/receiver') await receivers.lend(Number(searchParams.get('of')), response)
      else if (path === '/exclusive') await systems.lend(response)
      else if (answers[path] !== undefined) response.end(await answers[path]())
      else response.writeHead(404).end(`${path} is unknown`)
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
    await systems.stop()
    await collector.stop()
  }
}

/** Another process soon continues what a killed one has claimed. */
const shortClaims = { WEBHOOK_TIMEOUT: '3s', BUILD_LEASE: '6s', BUILD_HEARTBEAT: '2s' }

/**
 * Starts each system on the first request for it. To export costs processor time in every request, so only the usual one does; in the long
 * form, the others too.
 */
const systemsOf = (collectorUrl: string) => {
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER_ARG: '0',
  }
  const started: Promise<RunningSystem>[] = []
  const start = (...args: Parameters<typeof startSystem>) => {
    const system = startSystem(...args)
    started.push(system)
    return system
  }
  let bundles: Promise<unknown> | undefined
  const bundled = () => (bundles ??= buildBundles())
  const startUnlimited = async () => {
    await bundled()
    return await start({ ...noLimits, ...shortClaims, ...(isSoak && tracing), GUIDEBOOK_FORM: 'built' })
  }
  let unlimited: Promise<RunningSystem> | undefined
  let usual: Promise<RunningSystem> | undefined
  return {
    bundled,
    unlimited: () => (unlimited ??= startUnlimited()),
    usual: () => (usual ??= start(tracing, 'start')),
    /** Lends a new system. If none is shared yet, it is shared afterwards; not in the long form, which breaks it for an hour. */
    async lend(response: ServerResponse): Promise<void> {
      const lent = startUnlimited()
      const returned = lent.then(async (system) => {
        await lendUntilClosed(system.data, response)
        return system
      })
      if (!isSoak) unlimited ??= returned
      await returned
    },
    async stop(): Promise<void> {
      // The requests have already returned the error of a system that did not start.
      const results = await Promise.allSettled(started)
      await Promise.all(results.map((result) => result.status === 'fulfilled' && result.value.stop()))
    },
  }
}

/** Lends each response a receiver that no other one has. While there is none, responses wait in their order. */
const receiversOf = () => {
  const lent = new Set<number>()
  const waiting: ((number: number) => void)[] = []
  return {
    async lend(count: number, response: ServerResponse): Promise<void> {
      const free = Array.from({ length: count }, (_, number) => number).find((number) => !lent.has(number))
      const number = free ?? (await new Promise<number>((resolve) => waiting.push(resolve)))
      lent.add(number)
      await lendUntilClosed(String(number), response)
      const next = waiting.shift()
      if (next === undefined) lent.delete(number)
      else next(number)
    },
  }
}

const lendUntilClosed = async (value: string, response: ServerResponse): Promise<void> => {
  if (response.destroyed) return
  response.setHeader('held', value)
  response.flushHeaders()
  await once(response, 'close')
}
