import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createPartner, type Partner, supportOf } from '../src/partners.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { createContent, plainRelease } from '../src/trip.ts'

let operator: Partner
let portal: (method: string, path: string, body?: object) => Promise<Response>
const email = `anna-${randomUUID()}@operator.example`

beforeAll(async () => {
  const system = (await sharedSystem()).describe()
  operator = await createPartner(system, 'operator', 'Alpine Walks')
  const path = `/admin/accounts/${operator.id}/users`
  const { body } = await supportOf(system).send<{ link: string }>('POST', path, { email, role: 'office' })
  const { origin, hash } = new URL(body.link)
  const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(system.baseUrl + path, {
      method,
      headers: { origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const signedIn = await send('POST', '/portal/session', {}, { token: hash.slice(1) })
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  portal = (method, path, body) =>
    send(
      method,
      `/portal/api${path}`,
      { cookie, ...(method === 'GET' ? {} : { 'guidebook-account': operator.id }) },
      body,
    )
}, 900_000)

it('a person who signed in creates a release, follows its build, and is named in its audit log', async () => {
  const guidebook = await createContent(operator, `LIB-${randomUUID()}`)
  const created = await portal('POST', '/content/release', plainRelease(operator.id, guidebook, 900_000_001))
  expect(created.status).toBe(201)
  const { link } = (await created.json()) as { link: string }
  const events = await portal('GET', `/content/release/${operator.id}/${link}/build/events`)
  expect(events.headers.get('content-type')).toBe('text/event-stream')
  let received = ''
  for await (const chunk of events.body ?? []) {
    received += Buffer.from(chunk as Uint8Array).toString()
    if (received.includes('event: build')) break
  }
  expect(received).toContain('event: build')

  const { body } = await operator.client.send<{ items: { actor: string; action: string }[] }>(
    'GET',
    `/content/release/${operator.id}/${link}/audit`,
  )
  expect(body.items).toContainEqual(expect.objectContaining({ action: 'release.created', actor: `user:${email}` }))
})

it('a person with the role office changes no content, and sees no other account', async () => {
  const library = { account: operator.id, customId: 'LIB-X', names: { en: 'Library' } }
  expect((await portal('POST', '/content/library', library)).status).toBe(403)
  expect((await portal('GET', `/content/release/${randomUUID()}`)).status).toBe(403)
})
