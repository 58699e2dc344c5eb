import { setTimeout as delay } from 'node:timers/promises'
import type { Build, ReleaseRecord } from '@guidebook/contracts'
import type { Partner } from '../src/partners.ts'

/** Polling more often would slow down the measured build. */
const pollEveryMs = 100

/** Sends on-demand releases and waits for their builds. */
export const builds = (baseUrl: string, { id, key, client }: Partner) => {
  const send = async (method: 'POST' | 'PUT', body: string): Promise<ReleaseRecord> => {
    const response = await fetch(new URL('/content/release/ondemand', baseUrl), {
      method,
      headers: { authorization: key, 'content-type': 'application/json' },
      body,
    })
    const record = (await response.json()) as ReleaseRecord
    if (!response.ok) throw new Error(`on-demand: ${response.status} ${JSON.stringify(record)}`)
    return record
  }
  /** Waits for the newest build. Returns when it finished, in milliseconds since 1970. */
  const finishedAt = async ({ link }: ReleaseRecord): Promise<number> => {
    const path = `/content/release/${id}/${link}/build`
    for (;;) {
      const { body } = await client.send<Build>('GET', path)
      if (body.state === 'completed' && body.finishedAt) return Date.parse(body.finishedAt)
      if (body.state === 'failed') throw new Error(`the build failed: ${body.message}`)
      await delay(pollEveryMs)
    }
  }
  return {
    send,
    finishedAt,
    /** Milliseconds from sending to "PDF available". The system reports its end; both use the clock of this machine. */
    async timeToPdf(method: 'POST' | 'PUT', body: string): Promise<number> {
      const sent = Date.now()
      return (await finishedAt(await send(method, body))) - sent
    },
  }
}
