import { setTimeout as delay } from 'node:timers/promises'
import type { Build, ReleaseRecord } from '@guidebook/contracts'
import type { Partner } from '../src/partners.ts'

/** Least time between two looks at a build, milliseconds: whoever asks often slows down what is measured. */
const lookEveryMs = 100

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
  /** Since when the documents of the newest build can be had; waits for it. */
  const availableSince = async ({ link }: ReleaseRecord): Promise<number> => {
    const path = `/content/release/${id}/${link}/build`
    for (;;) {
      const { body } = await client.send<Build>('GET', path)
      if (body.state === 'completed' && body.finishedAt) return Date.parse(body.finishedAt)
      if (body.state === 'failed') throw new Error(`the build failed: ${body.message}`)
      await delay(lookEveryMs)
    }
  }
  return {
    send,
    availableSince,
    /** Milliseconds from sending to "PDF available": the system says when that was, and its clock is this machine's. */
    async timeToPdf(method: 'POST' | 'PUT', body: string): Promise<number> {
      const sent = Date.now()
      return (await availableSince(await send(method, body))) - sent
    },
  }
}
