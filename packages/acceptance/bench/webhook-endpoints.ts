import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createPartner, setWebhook } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import type { Arrivals } from './webhook-receiver.ts'

type Kind = 'webhook' | 'black-hole'

/** Two hosts as far as a client can tell: sockets to the one are none of the other's. */
const hosts: Record<Kind, string> = { webhook: 'localhost', 'black-hole': '127.0.0.1' }

/** An account whose webhooks go to the receiver of the measurements. */
export interface Endpoint {
  account: string
  oid: string
  secret: string
  path: string
}

export interface WebhookEndpoints extends AsyncDisposable {
  /** Endpoints of new accounts. */
  create(count: number, kind: Kind): Promise<Endpoint[]>
  /** What came since it was asked last. */
  arrivals(): Promise<Arrivals>
  /** Hangs up on all POSTs that got no answer. */
  letGo(): void
}

/** Starts the receiver, for the endpoints of as many accounts as are asked for. */
export const startWebhookEndpoints = async (system: Description): Promise<WebhookEndpoints> => {
  const child = fork(fileURLToPath(new URL('./webhook-receiver.ts', import.meta.url)))
  child.send(system.webhookReceiver)
  await once(child, 'message')
  const createOne = async (kind: Kind): Promise<Endpoint> => {
    const partner = await createPartner(system, 'reseller', 'Travel Shop')
    const path = `/${kind}/${partner.id}`
    const url = `https://${hosts[kind]}:${system.webhookReceiver.port}${path}`
    return { account: partner.id, oid: partner.oid, secret: await setWebhook(system, partner, url), path }
  }
  return {
    create: (count, kind) => Promise.all(Array.from({ length: count }, () => createOne(kind))),
    async arrivals() {
      child.send('arrivals')
      const [arrivals] = (await once(child, 'message')) as [Arrivals]
      return arrivals
    },
    letGo() {
      child.send('let go')
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
