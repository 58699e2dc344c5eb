import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createPartner, setWebhook } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import type { Arrivals } from './webhook-receiver.ts'

type Kind = 'webhook' | 'black-hole'

/** Two names of this machine, so that the dispatcher uses separate connections for both kinds. */
const hosts: Record<Kind, string> = { webhook: 'localhost', 'black-hole': '127.0.0.1' }

/** The endpoint of an account whose webhooks go to the receiver of the benchmarks. */
export interface Endpoint {
  account: string
  oid: string
  secret: string
  path: string
}

export interface WebhookEndpoints extends AsyncDisposable {
  /** Creates endpoints of new accounts. */
  create(count: number, kind: Kind): Promise<Endpoint[]>
  /** The POSTs since the last call. */
  arrivals(): Promise<Arrivals>
  /** Closes the connections of all POSTs without a response. */
  closeBlackHoles(): void
}

/** Starts the receiver of all endpoints. */
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
    closeBlackHoles() {
      child.send('close-black-holes')
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
