import { setTimeout as delay } from 'node:timers/promises'
import type { Build, ReleaseRecord } from '@guidebook/contracts'
import type { Partner } from '../src/partners.ts'

/** Sends on-demand releases and waits for their builds. */
export const builds = (baseUrl: string, { id, key, client }: Partner) => ({
  async send(method: 'POST' | 'PUT', body: string): Promise<ReleaseRecord> {
    const response = await fetch(new URL('/content/release/ondemand', baseUrl), {
      method,
      headers: { authorization: key, 'content-type': 'application/json' },
      body,
    })
    const record = (await response.json()) as ReleaseRecord
    if (!response.ok) throw new Error(`on-demand: ${response.status} ${JSON.stringify(record)}`)
    return record
  },
  /** Until the newest build of the release is done. */
  async built({ link }: ReleaseRecord): Promise<void> {
    const path = `/content/release/${id}/${link}/build`
    for (;;) {
      const { body } = await client.send<Build>('GET', path)
      if (body.state === 'completed') return
      if (body.state === 'failed') throw new Error(`the build failed: ${body.message}`)
      await delay(25)
    }
  },
})
