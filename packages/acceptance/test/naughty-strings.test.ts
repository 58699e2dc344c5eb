/** The texts that are known to trip software, in every field in which a person may write what they like. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BodyOf, type Operation, operations, validate } from '@guidebook/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { createThings, csvColumns, type Things } from '../src/account/fixtures.ts'
import { freshCode, requests } from '../src/account/requests.ts'
import { type Call, call } from '../src/contract/call.ts'
import { freeTexts, publicOperations } from '../src/contract/fields.ts'
import { eventually } from '../src/eventually.ts'
import { exchange } from '../src/exchange.ts'
import type { StandingSystem } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { day, onDemandRelease, waypoints } from '../src/trip.ts'
import { type Acknowledger, acknowledgeEverything } from '../src/webhook-receiver.ts'
import { carrying } from './fuzz/carrying.ts'
import { parsePage } from './fuzz/parsed-page.ts'
import { expectKept } from './fuzz/read-back.ts'
import type { Body } from './fuzz/rules.ts'

const samples = process.env.SAMPLES_DIR ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))
const file = join(samples, 'csv/blns.json')
const isThere = existsSync(file)
const missing = isThere ? '' : ` (no ${file}: set SAMPLES_DIR to try them)`
const naughty: string[] = isThere ? JSON.parse(readFileSync(file, 'utf8')) : []
const every = process.env.SOAK === undefined ? 32 : 1

let system: StandingSystem
let receiver: Acknowledger
let own: Things
beforeAll(async () => {
  if (!isThere) return
  system = await sharedSystem()
  receiver = await acknowledgeEverything(system.describe())
  own = await createThings(system.describe(), 'OTHER')
}, 300_000)
afterAll(async () => {
  await receiver?.stop()
}, 120_000)

const partner = () => ({ baseUrl: system.describe().baseUrl, key: own.key })
const support = () => ({ baseUrl: system.describe().adminUrl, key: `Bearer ${system.describe().adminToken}` })

/** What the contract lets through is kept; all else is refused with a rule’s name. */
async function expectKeptOrRefused(operation: Operation, sent: Call, keeps: (answer: string) => Promise<void>) {
  const caller = operation.audience === 'admin' ? support() : partner()
  const { status, text } = await call(caller, operation, sent)
  const allowed = operation.body !== undefined && validate(operation.body, sent.body).length === 0
  if (!allowed) return expect(status, text).toBe(422)
  expect(status, `${text}\n${JSON.stringify(sent.body).slice(0, 500)}`).toBeLessThan(300)
  await keeps(text)
}

const onDemand: string[] = [operations.createOnDemandRelease.id, operations.updateOnDemandRelease.id]
const written = publicOperations
  .filter(({ id }) => !onDemand.includes(id))
  .flatMap((operation) => freeTexts(operation).map((pointer) => [operation.id, pointer, operation] as const))

describe.skipIf(!isThere)(`naughty strings are read again exactly as they were sent${missing}`, () => {
  it.each(written)(
    '%s %s',
    async (id, pointer, operation) => {
      const prepare = requests[id as keyof typeof requests]
      if (prepare === undefined) throw new Error(`${id}: nobody has said how it is asked (src/account/requests.ts)`)
      const from = written.findIndex(([other, field]) => other === id && field === pointer)
      const { body: usual } = await prepare(own)
      for (const body of carrying(usual, pointer, naughty, { every, from })) {
        // What makes the request one about something new or of one’s own comes from a request of its own.
        const again = await prepare(own)
        const changed = withNamesOf(body as Body, again.body as Body, pointer)
        const sent = { ...again, body: changed }
        await expectKeptOrRefused(operation, sent, (answer) => expectKept(partner(), own, id, sent, answer))
      }
    },
    180_000,
  )
})

/** The body with the identifying fields of another one. */
const withNamesOf = (body: Body, named: Body, pointer: string): Body => {
  const field = pointer.split('/')[1] ?? ''
  return { ...named, [field]: body[field] }
}

const importConfiguration: BodyOf<typeof operations.setAccountImport> = {
  senders: ['naughty@guidebook.test'],
  columns: csvColumns,
  hotelColumns: [{ header: 'Hotel', library: 'SAME' }],
  period: { daysBeforeArrival: 3, daysAfterDeparture: 3 },
  onExistingCode: 'report',
}

describe.skipIf(!isThere)(`support’s naughty strings are read again exactly as they were sent${missing}`, () => {
  const read = async (operation: Operation, expected: unknown) => {
    const { text } = await call(support(), operation, { params: { account_id: own.id } })
    expect(JSON.parse(text)).toMatchObject(expected as object)
  }
  it('updateAccount /name', async () => {
    for (const body of carrying({}, '/name', naughty, { every, from: 0 })) {
      const sent = { params: { account_id: own.id }, body }
      await expectKeptOrRefused(operations.updateAccount, sent, () => read(operations.readAccountForSupport, body))
    }
  }, 180_000)

  it('updateAccount /timeZone is refused, since none of them is one', async () => {
    for (const body of carrying({}, '/timeZone', naughty, { every, from: 1 })) {
      const { status } = await call(support(), operations.updateAccount, { params: { account_id: own.id }, body })
      expect(status, JSON.stringify(body)).toBe(422)
    }
  }, 180_000)

  it.each(freeTexts(operations.setAccountImport).map((pointer, index) => [pointer, index] as const))(
    'setAccountImport %s',
    async (pointer, from) => {
      for (const one of naughty.filter((_, index) => index % (every * 4) === from)) {
        const [body] = carrying(importConfiguration, pointer, [one], { every: 1, from: 0 })
        const sent = { params: { account_id: own.id }, body }
        await expectKeptOrRefused(operations.setAccountImport, sent, () => read(operations.readAccountImport, body))
      }
    },
    180_000,
  )
})

describe.skipIf(!isThere)(`a guidebook made of naughty strings${missing}`, () => {
  /** In every free text of the request at once, ten strings to a stage. */
  const naughtyBook = () => {
    const usual = onDemandRelease(own.oid, freshCode(), 'SAME')
    const named = naughty.filter((text) => text !== '')
    const tens = Array.from({ length: Math.ceil(named.length / 10) }, (_, ten) => named.slice(ten * 10, ten * 10 + 10))
    const text = (name: string) => ({ content: { name, description: name } })
    const line = (texts: readonly string[]) => texts.join(' ').slice(0, 500).toWellFormed()
    const content = (name: string, index: number) => ({
      content: { name, description: name, lat: 46.6 + index / 100, lon: 8 + index / 100 },
    })
    return {
      ...usual,
      publish: { ...usual.publish, startDate: day(0) },
      booking: {
        ...usual.booking,
        accommodation: named.map((name, index) => ({
          ...content(name, index % 10),
          comment: name,
          stageNumber: Math.floor(index / 10) + 1,
        })),
      },
      guidebook: {
        title: line(named),
        stages: tens.map((texts, ten) => ({
          number: ten + 1,
          title: line(texts),
          routes: [
            {
              content: {
                type: 'HIKING',
                name: line(texts),
                description: texts.join('\n'),
                waypoints: waypoints.slice(0, 3),
              },
            },
            { group: { name: line(texts), parts: [{ libraryCustomId: 'SAME', customId: 'ROUTE-1' }] } },
          ],
          pois: texts.map((name, index) => ({ content: { ...content(name, index).content, type: 'SIGHT' } })),
          texts: texts.map(text),
        })),
        generalInfo: named.map(text),
      },
    }
  }
  let sent: ReturnType<typeof naughtyBook>
  let link: string
  let page: string

  beforeAll(async () => {
    sent = naughtyBook()
    const carried = new Set(
      freeTexts(operations.createOnDemandRelease).filter((pointer) => holds(sent, pointer.slice(1).split('/'))),
    )
    expect([...carried]).toEqual(freeTexts(operations.createOnDemandRelease))
    const { status, text } = await call(partner(), operations.createOnDemandRelease, { body: sent })
    expect(status, text).toBe(202)
    link = JSON.parse(text).link
    await eventually('the build', 240_000, async () => {
      const { text: build } = await call(partner(), operations.readReleaseBuild, {
        params: { account: own.id, release: link },
      })
      const { state, message } = JSON.parse(build)
      if (state === 'failed') throw new Error(`the build failed: ${message}`)
      return state === 'completed'
    })
    const preview = await call(partner(), operations.previewPage, { params: { account: own.id, release: link } })
    expect(preview.status).toBe(200)
    page = preview.text
  }, 300_000)

  it('has a record that says them', async () => {
    const { text } = await call(partner(), operations.readRelease, { params: { account: own.id, release: link } })
    const record = JSON.parse(text)
    expect(record.bundleName).toBe(sent.guidebook.title)
    expect(record.accommodation.map(({ name }: { name: string }) => name)).toEqual(
      sent.booking.accommodation.map(({ content: { name } }) => name),
    )
    expect(record.accommodation.map(({ comment }: { comment: string }) => comment)).toEqual(
      sent.booking.accommodation.map(({ comment }) => comment),
    )
  })

  it('has a page that shows every one of them as it is, and nothing of which runs', () => {
    const { texts, dangers } = parsePage(page)
    expect(dangers).toEqual([])
    const shown = new Set([...(texts.get('strong') ?? []), ...(texts.get('h4') ?? []), ...(texts.get('h3') ?? [])])
    const names = sent.guidebook.stages.flatMap(({ pois, texts: pages }) =>
      [...pois, ...pages].map(({ content }) => content.name),
    )
    expect(names.filter((name) => !shown.has(name))).toEqual([])
    expect(texts.get('title')).toEqual([sent.guidebook.title])
  })

  it('has a roadbook', async () => {
    const pdf = await call(partner(), operations.previewRoadbook, { params: { account: own.id, release: link } })
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  it('has GPX files that are XML, in the form of GPX 1.1', async () => {
    const contents = readFileSync(join(samples, 'xsd/gpx-1.1.xsd'), 'utf8')
    const names = [...page.matchAll(/\/gpx\/([^"/]+)\.gpx/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(10)
    const xml = []
    for (const name of new Set(names)) {
      const { status, text } = await exchange(system.describe().baseUrl, {
        method: 'GET',
        path: `/t/${link}/gpx/${name}.gpx`,
      })
      expect(status, name).toBe(200)
      xml.push({ fileName: `${xml.length}.gpx`, contents: text })
    }
    const { valid, errors } = await validateXML({
      xml,
      schema: [{ fileName: 'gpx.xsd', contents }],
      maxMemoryPages: 4096,
    })
    expect(errors.map(({ message }) => message).slice(0, 5)).toEqual([])
    expect(valid).toBe(true)
  }, 60_000)
})

/** Whether some text stands at that place. */
function holds(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return typeof value === 'string' && value !== ''
  if (typeof value !== 'object' || value === null) return false
  const inner = step === '*' ? Object.values(value) : [(value as Body)[step]]
  return inner.some((one) => holds(one, rest))
}

describe.skipIf(!isThere)('what no text can be is refused by name', () => {
  it.each([
    ['the character NUL', 'a\0b'],
    ['the first half of a pair', '\ud83d'],
    ['the second half of a pair', 'x\udca9'],
  ])('%s', async (_, text) => {
    const { body } = (await requests.createPoi?.(own)) ?? {}
    const names = { en: text }
    const answer = await call(partner(), operations.createPoi, { body: { ...(body as Body), names } })
    expect(answer.status).toBe(422)
    expect(JSON.parse(answer.text).errors).toEqual([
      expect.objectContaining({ pointer: '/names/en', code: 'invalid-text' }),
    ])
  })
})
