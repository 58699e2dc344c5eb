/** Runs the receivers of docs/webhooks.md as servers, and sends them genuine and forged deliveries. */
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { type ReleaseRecord, schemas } from '@guidebook/contracts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentedReceivers, type Home, makeHome, startReceiver } from '../src/documented-receivers.ts'
import { eventually } from '../src/eventually.ts'

const [example] = (schemas.releaseRecord as { examples?: ReleaseRecord[] }).examples ?? []
const record = { ...(example as ReleaseRecord), bundleName: 'Grüße aus 旅行 🥾 \u2028 "\\' }
const body = JSON.stringify(record)
const [secret, otherSecret] = ['a', 'b'].map(
  (letter) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`,
) as [string, string]

interface Delivery {
  headers: Record<string, string>
  body: string
}

let last = 0
const freshId = () => `msg_${++last}`
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** A delivery as the service sends it, signed with the public package. */
const delivery = ({ id = freshId(), at = new Date(), secrets = [secret], text = body } = {}): Delivery => ({
  headers: {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, at, text)).join(' '),
  },
  body: text,
})

const without = (name: string): Delivery => {
  const { headers, body: text } = delivery()
  return { headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)), body: text }
}

const withHeaders = (changed: Record<string, string>): Delivery => {
  const { headers, body: text } = delivery()
  return { headers: { ...headers, ...changed }, body: text }
}

const post = (url: string, { headers, body: text }: Delivery) =>
  new Promise<number>((resolve, reject) => {
    const bytes = Buffer.from(text)
    const length = { 'content-length': bytes.length }
    const call = request(url, { method: 'POST', headers: { ...headers, ...length }, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    call.once('error', reject)
    call.end(bytes)
  })

/** Deliveries to refuse. Created just before they are sent, because a timestamp is valid only for minutes. */
const refused: Record<string, () => Delivery> = {
  'a changed body': () => ({ ...delivery(), body: body.replace('"id":', '"id": ') }),
  'a truncated body': () => ({ ...delivery(), body: body.slice(0, -1) }),
  'another secret': () => delivery({ secrets: [otherSecret] }),
  'a timestamp six minutes old': () => delivery({ at: minutesFromNow(-6) }),
  'a timestamp six minutes ahead': () => delivery({ at: minutesFromNow(6) }),
  'an old delivery with a new timestamp': () => ({
    ...delivery(),
    headers: {
      ...delivery({ at: minutesFromNow(-6) }).headers,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    },
  }),
  'a timestamp that is not a number': () => withHeaders({ 'webhook-timestamp': 'yesterday' }),
  'the signature of another delivery': () => withHeaders({ 'webhook-id': freshId() }),
  'a signature of another version': () =>
    withHeaders({ 'webhook-signature': delivery().headers['webhook-signature']?.replace('v1,', 'v2,') ?? '' }),
  'a thousand signatures': () => withHeaders({ 'webhook-signature': 'v1,AAAA '.repeat(1000) }),
  'no webhook-id': () => without('webhook-id'),
  'no webhook-timestamp': () => without('webhook-timestamp'),
  'no webhook-signature': () => without('webhook-signature'),
  'an empty request': () => ({ headers: {}, body: '' }),
  'an ID with a path outside the inbox': () => delivery({ id: '../../msg_1' }),
}

it('the guide shows a receiver in TypeScript, Python and PHP', () => {
  expect(documentedReceivers.map(({ language }) => language)).toEqual(['ts', 'python', 'php'])
})

describe.each(documentedReceivers)('the receiver in $language', (documented) => {
  const { missing } = documented
  const title = missing === null ? 'as a separate server' : `is skipped: ${missing} is missing on this machine`
  describe.skipIf(missing !== null)(title, () => {
    let home: Home
    let receiver: Awaited<ReturnType<typeof startReceiver>>
    beforeAll(async () => {
      home = makeHome(documented)
      receiver = await startReceiver(documented, home, secret)
      expect(receiver.ended, receiver.output()).toBe(false)
    })
    afterAll(async () => {
      await receiver?.[Symbol.asyncDispose]()
      home?.[Symbol.dispose]()
    })
    const stored = (id: string) => home.inbox().get(id)?.toString()

    it('accepts a genuine delivery and stores its bytes', async () => {
      const id = freshId()
      expect(await post(receiver.url, delivery({ id }))).toBe(204)
      expect(stored(id)).toBe(body)
      await eventually('the output', 60_000, () => receiver.output().includes(`new: ${record.url}`))
    })

    it.each(Object.entries(refused))('refuses %s and stores nothing', async (_, create) => {
      const before = [...home.inbox().keys()]
      const status = await post(receiver.url, create())
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect([...home.inbox().keys()]).toEqual(before)
    })

    it('refuses a body of more than a mebibyte with 413, also a genuine one', async () => {
      const id = freshId()
      const text = JSON.stringify({ ...record, bundleName: 'x'.repeat(1024 * 1024) })
      expect(await post(receiver.url, delivery({ id, text }))).toBe(413)
      expect(stored(id)).toBeUndefined()
    })

    it.each([
      ['second', [otherSecret, secret]],
      ['first', [secret, otherSecret]],
    ])('accepts a delivery with two signatures if the %s is valid', async (_, secrets) => {
      const id = freshId()
      expect(await post(receiver.url, delivery({ id, secrets }))).toBe(204)
      expect(stored(id)).toBe(body)
    })

    it('accepts a repeated delivery and handles it once, also when repeats arrive concurrently', async () => {
      const id = freshId()
      const url = `https://guidebook.example/t/only-${id}`
      const again = () => post(receiver.url, delivery({ id, text: JSON.stringify({ ...record, url }) }))
      const statuses = [await again(), ...(await Promise.all(Array.from({ length: 10 }, again))), await again()]
      expect(new Set(statuses)).toEqual(new Set([204]))
      const marker = freshId()
      await post(receiver.url, delivery({ id: marker, text: JSON.stringify({ ...record, url: marker }) }))
      await eventually('the output', 60_000, () => receiver.output().includes(`new: ${marker}`))
      expect(receiver.output().split(url)).toHaveLength(2)
    })

    it('remembers handled deliveries after a restart', async () => {
      const id = freshId()
      expect(await post(receiver.url, delivery({ id }))).toBe(204)
      await using later = await startReceiver(documented, home, secret)
      expect(await post(later.url, delivery({ id }))).toBe(204)
      expect(await post(later.url, delivery({ id: freshId(), text: '{"url":"marker"}' }))).toBe(204)
      await eventually('the output', 60_000, () => later.output().includes('new: marker'))
      expect(later.output()).not.toContain(record.url)
    })

    it('accepts nothing without a secret, not even a signature with an empty secret', async () => {
      using empty = makeHome(documented)
      await using bare = await startReceiver(documented, empty, '')
      const { headers } = delivery()
      const signature = createHmac('sha256', '').update(
        `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`,
      )
      const forged = { headers: { ...headers, 'webhook-signature': `v1,${signature.digest('base64')}` }, body }
      if (bare.ended) expect(bare.output()).toMatch(/secret/i)
      else expect(await post(bare.url, forged)).toBe(500)
      expect(empty.inbox().size).toBe(0)
    })
  })
})

it('the receiver in TypeScript passes the type check', () => {
  const typescript = documentedReceivers.find(({ language }) => language === 'ts')
  using home = makeHome(typescript as NonNullable<typeof typescript>)
  const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc')
  const settings = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--types',
    'node',
  ]
  execFileSync(compiler, [...settings, 'receiver.mts'], { cwd: home.folder, stdio: 'inherit' })
})
