import type { Build, ReleaseRecord } from '@guidebook/contracts'
import { expect } from 'vitest'
import { connect } from './accounts.ts'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import type { Partner } from './partner.ts'
import { aBuild, publish } from './published.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

/** Reads the next build from the stream; null when it has ended. */
async function follow(partner: Partner, release: ReleaseRecord) {
  const response = await fixture.follow(partner, partner.path(release, '/build/events'))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async (): Promise<Build | null> => {
    for (;;) {
      const found = /event: build\ndata: (.*)\n\n/.exec(text)
      if (found?.[1] !== undefined) {
        text = text.slice(found.index + found[0].length)
        return JSON.parse(found[1])
      }
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) return null
      text += chunk.value
    }
  }
}

it('a stream of builds begins with the current state, continues into the next build, and ends when the release is revoked', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const next = await follow(operator, release)
  expect(await next()).toMatchObject({ state: 'waiting', generation: 1 })
  await fixture.bus.send('build.progressed.v1', {
    ...aBuild(release, 1),
    sequence: 1,
    step: 'draw-maps',
    percent: 40,
    message: null,
    warnings: [],
  })
  expect(await next()).toMatchObject({ state: 'running', step: 'draw-maps', percent: 40 })
  await publish(fixture, release)
  const completed = await next()
  expect(completed).toMatchObject({ state: 'completed', percent: 100 })
  expect((await operator.get(operator.path(release, '/build'))).body).toEqual(completed)

  await operator.patch(operator.path(release, '/lang/de'))
  expect(await next()).toMatchObject({ state: 'waiting', generation: 2 })
  await operator.delete(operator.path(release))
  expect(await next()).toBeNull()
})

it('only the operator and the seller of a shared release may follow its builds', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const other = fixture.newPartner()
  connect(operator.account, other.account)
  const release = await operator.release({ resellerOid: seller.account.oid })
  expect(await (await follow(seller, release))()).toMatchObject({ state: 'waiting' })
  const missing = await other.get(other.path({ link: 'there-is-none' }, '/build/events'))
  const otherResponse = await other.get(other.path(release, '/build/events'))
  expect([otherResponse.status, otherResponse.body.detail]).toEqual([404, missing.body.detail])
})

it('fifty streams work concurrently, more than there are connections to the database', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const leaving = new AbortController()
  const path = operator.path(release, '/build/events')
  const streams = await Promise.all(Array.from({ length: 50 }, () => fixture.follow(operator, path, leaving.signal)))
  expect(streams.every(({ status }) => status === 200)).toBe(true)
  const next = await follow(operator, release)
  await next()
  await publish(fixture, release)
  expect(await next()).toMatchObject({ state: 'completed' })
  leaving.abort()
})
