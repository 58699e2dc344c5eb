import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { remoteFolder } from './remote-system.ts'
import { type Description, type SystemHandle, systemIn } from './running-system.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server that starts systems and bundles the services on request. */
    sharedSystems: string
  }
}

const ask = async (path: string): Promise<string> => {
  const response = await fetch(inject('sharedSystems') + path)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}

/** Resolves when the services are bundled, for a system with `GUIDEBOOK_FORM: 'built'`. */
export const bundlesBuilt = () => ask('/bundles')

/**
 * What the usual system has exported to the collector of the run, as JSON: spans of requests with a sampled `traceparent`. In the long form, also
 * what the bundled systems have exported.
 */
export const collectedExports = () => ask('/exports')

/**
 * The system for all tests that neither break it nor need their own settings: the remote one, else the bundled one without limits per minute.
 * The first call starts it.
 */
export const sharedSystem = async (): Promise<SystemHandle> => systemIn(remoteFolder ?? (await ask('/unlimited')))

/** The system as `npm start` starts it, with the demonstration and all limits. The first call starts it. */
export const usualSystem = async (): Promise<SystemHandle> => systemIn(await ask('/usual'))

/** Belongs to one test file until it is disposed of. */
export interface ExclusiveSystem extends AsyncDisposable {
  system: SystemHandle
}

/** A system like the shared one that nobody has used yet and that the test file may break. When it is disposed of, others may share it. */
export const exclusiveSystem = async (): Promise<ExclusiveSystem> => {
  const { value, ...held } = await hold('/exclusive')
  return { system: systemIn(value), ...held }
}

/** A port for webhooks that no other test file uses until it is disposed of. `description` sends webhooks there. */
export interface ReservedReceiver extends AsyncDisposable {
  description: Description
}

/** Reserves a port of the shared system's webhooks. A remote system has one port, for which test files take turns. */
export const reserveReceiver = async (description: Description): Promise<ReservedReceiver> => {
  const { webhookReceiver } = description
  const ports = webhookReceiver.morePorts ?? [webhookReceiver.port]
  const { value, ...held } = await hold(`/receiver?of=${ports.length}`)
  const port = ports[Number(value)]
  if (port === undefined) throw new Error(`there is no receiver ${value}`)
  return { description: { ...description, webhookReceiver: { ...webhookReceiver, port } }, ...held }
}

/** The value that the server lends as long as the connection is open: the loan ends at the latest when this process dies. */
const hold = async (path: string): Promise<AsyncDisposable & { value: string }> => {
  const request = get(inject('sharedSystems') + path, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const value = response.headers.held
  if (typeof value !== 'string') throw new Error(`${path}: ${response.statusCode} ${await text(response)}`)
  return {
    value,
    [Symbol.asyncDispose]: async () => {
      request.destroy()
      if (!request.closed) await once(request, 'close')
    },
  }
}
