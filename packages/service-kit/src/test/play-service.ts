import type { ServiceName } from '@guidebook/contracts'
import { createApp, httpServer, type Route } from '../http/index.ts'
import type { Logger } from '../log/index.ts'
import { meter } from '../telemetry/index.ts'
import type { TestKeys } from './test-keys.ts'

export interface PlayedService {
  url: string
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Another service, played over HTTP by some of its operations: tokens, requests and answers are held to the contract as the
 * real one's are, so that a test cannot agree with itself on something that is not so.
 */
export async function playService(
  service: ServiceName,
  routes: readonly Route[],
  { keys, log }: { keys: TestKeys; log: Logger },
): Promise<PlayedService> {
  const app = createApp({
    service,
    routes,
    verifier: keys.verifier(service),
    log,
    metrics: meter(service),
    maxBodyBytes: 64 * 1024 * 1024,
    publicUrl: 'http://localhost',
  })
  // Who asks may have been stopped in the midst of a question: it is not waited for.
  const server = httpServer(app, { host: '127.0.0.1', port: 0, drainMs: 100 })
  await server.start?.()
  return { url: server.url, [Symbol.asyncDispose]: async () => server.stop?.() }
}
