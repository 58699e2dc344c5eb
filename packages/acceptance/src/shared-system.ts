import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { inject } from 'vitest'
import { remoteFolder } from './remote-system.ts'
import { type Description, type SystemHandle, systemIn } from './running-system.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server that starts systems and bundles the services on request. */
    sharedSystems: string
  }
}

const ask = async (path: string, body = ''): Promise<string> => {
  const response = await fetch(inject('sharedSystems') + path, { method: 'POST', body })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** Resolves when the services are bundled, for a system with `GUIDEBOOK_FORM: 'built'`. */
export const bundlesBuilt = () => ask('/bundles')

/**
 * The system for all tests that neither break it nor need their own settings: the remote one, else the bundled one without limits per minute.
 * The first call starts it.
 */
export const sharedSystem = async (): Promise<SystemHandle> => systemIn(remoteFolder ?? (await ask('/unlimited')))

/** The system as `npm start` starts it, with the demonstration and all limits. The first call starts it, with its settings. */
export const usualSystem = async (settings: Readonly<Record<string, string>> = {}): Promise<SystemHandle> =>
  systemIn(await ask('/usual', JSON.stringify(settings)))

/** A port for webhooks that no other test file uses until it is disposed of. `description` sends webhooks there. */
export interface ReservedReceiver extends AsyncDisposable {
  description: Description
}

/** Reserves a port of the shared system's webhooks. A remote system has one port, for which test files take turns. */
export const reserveReceiver = async (description: Description): Promise<ReservedReceiver> => {
  const { webhookReceiver } = description
  const ports = webhookReceiver.morePorts ?? [webhookReceiver.port]
  const request = get(`${inject('sharedSystems')}/receiver?of=${ports.length}`, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const port = ports[Number(response.headers['receiver-number'])]
  if (port === undefined) throw new Error(`no receiver was reserved: ${response.statusCode}`)
  return {
    description: { ...description, webhookReceiver: { ...webhookReceiver, port } },
    // The reservation ends with the connection, so also when this process dies.
    [Symbol.asyncDispose]: async () => {
      request.destroy()
      if (!request.closed) await once(request, 'close')
    },
  }
}
