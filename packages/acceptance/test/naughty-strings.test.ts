/** Sends the Big List of Naughty Strings, texts that often break software, in every free-text field. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BodyOf, type Operation, operations, validate } from '@guidebook/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { createFixtures, csvColumns, type Fixtures } from '../src/account/fixtures.ts'
import { freshCode, requests } from '../src/account/requests.ts'
import { type Call, call } from '../src/contract/call.ts'
import { freeTexts, publicOperations } from '../src/contract/fields.ts'
import { eventually } from '../src/eventually.ts'
import { exchange } from '../src/exchange.ts'
import { isSoak } from '../src/is-soak.ts'
import { setupMs } from '../src/remote-system.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { day, onDemandRelease, waypoints } from '../src/trip.ts'
import { acknowledgeOwn, type OwnAcknowledger } from '../src/webhook-receiver.ts'
import { bodiesWithTexts } from './fuzz/bodies-with-texts.ts'
import { parsePage } from './fuzz/parsed-page.ts'
import { expectReadBack } from './fuzz/read-back.ts'
import type { Body } from './fuzz/rules.ts'

const samples = process.env.SAMPLES_DIR ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))
const file = join(samples, 'csv/blns.json')
const hasSamples = existsSync(file)
const missing = hasSamples ? '' : ` (no ${file}: set SAMPLES_DIR to try them)`
const naughty: string[] = hasSamples ? JSON.parse(readFileSync(file, 'utf8')) : []
const every = isSoak ? 1 : 96
/** Of the strings, one in this many is in the guidebook. */
const everyInBook = isSoak ? 1 : 8

let system: SystemHandle
let receiver: OwnAcknowledger
let own: Fixtures
beforeAll(async () => {
  if (!hasSamples) return
  system = await sharedSystem()
  receiver = await acknowledgeOwn(system.describe())
  own = await createFixtures(receiver.description, 'OTHER')
}, setupMs)
afterAll(async () => {
  await receiver?.stop()
}, 900_000)

const partner = () => ({ baseUrl: system.describe().baseUrl, key: own.key })
const support = () => ({ baseUrl: system.describe().adminUrl, key: `Bearer ${system.describe().adminToken}` })

/** A request that the contract allows succeeds and can be read back; any other is refused with 422. */
async function expectStoredOrRefused(
  operation: Operation,
  sent: Call,
  expectStored: (response: string) => Promise<void>,
) {
  const caller = operation.audience === 'admin' ? support() : partner()
  const { status, text } = await call(caller, operation, sent)
  const allowed = operation.body !== undefined && validate(operation.body, sent.body).length === 0
  if (!allowed) return expect(status, text).toBe(422)
  expect(status, `${text}\n${JSON.stringify(sent.body).slice(0, 500)}`).toBeLessThan(300)
  await expectStored(text)
}

const onDemand: string[] = [operations.createOnDemandRelease.id, operations.updateOnDemandRelease.id]
const writtenFields = publicOperations
  .filter(({ id }) => !onDemand.includes(id))
  .flatMap((operation) => freeTexts(operation).map((pointer) => [operation.id, pointer, operation] as const))

describe.skipIf(!hasSamples)(`a read returns naughty strings exactly as they were sent${missing}`, () => {
  it.each(writtenFields)(
    '%s %s',
    async (id, pointer, operation) => {
      const prepare = requests[id as keyof typeof requests]
      if (prepare === undefined) throw new Error(`${id} has no request. Add one to src/account/requests.ts.`)
      const from = writtenFields.findIndex(([other, field]) => other === id && field === pointer)
      const { body: usual } = await prepare(own)
      for (const body of bodiesWithTexts(usual, pointer, naughty, { every, from })) {
        // Each request needs new ids, so it takes only the field with the texts from the body.
        const fresh = await prepare(own)
        const sent = { ...fresh, body: withFieldOf(body as Body, fresh.body as Body, pointer) }
        await expectStoredOrRefused(operation, sent, (answer) => expectReadBack(partner(), own, id, sent, answer))
      }
    },
    900_000,
  )
})

/** A copy of the second body with the pointer's top-level field of the first. */
const withFieldOf = (body: Body, fresh: Body, pointer: string): Body => {
  const field = pointer.split('/')[1] ?? ''
  return { ...fresh, [field]: body[field] }
}

const importConfiguration: BodyOf<typeof operations.setAccountImport> = {
  // A remote system may still have the account of an earlier run.
  senders: [`naughty-${randomUUID()}@guidebook.test`],
  columns: csvColumns,
  hotelColumns: [{ header: 'Hotel', library: 'SAME' }],
  period: { daysBeforeArrival: 3, daysAfterDeparture: 3 },
  onExistingCode: 'report',
}

describe.skipIf(!hasSamples)(`a read by support returns naughty strings exactly as they were sent${missing}`, () => {
  const read = async (operation: Operation, expected: unknown) => {
    const { text } = await call(support(), operation, { params: { account_id: own.id } })
    expect(JSON.parse(text)).toMatchObject(expected as object)
  }
  it('updateAccount /name', async () => {
    for (const body of bodiesWithTexts({}, '/name', naughty, { every, from: 0 })) {
      const sent = { params: { account_id: own.id }, body }
      await expectStoredOrRefused(operations.updateAccount, sent, () => read(operations.readAccountForSupport, body))
    }
  }, 900_000)

  it('updateAccount /timeZone refuses all of them, because none is a time zone', async () => {
    for (const body of bodiesWithTexts({}, '/timeZone', naughty, { every, from: 1 })) {
      const { status } = await call(support(), operations.updateAccount, { params: { account_id: own.id }, body })
      expect(status, JSON.stringify(body)).toBe(422)
    }
  }, 900_000)

  it.each(freeTexts(operations.setAccountImport).map((pointer, index) => [pointer, index] as const))(
    'setAccountImport %s',
    async (pointer, from) => {
      for (const one of naughty.filter((_, index) => index % (every * 4) === from)) {
        const [body] = bodiesWithTexts(importConfiguration, pointer, [one], { every: 1, from: 0 })
        const sent = { params: { account_id: own.id }, body }
        await expectStoredOrRefused(operations.setAccountImport, sent, () => read(operations.readAccountImport, body))
      }
    },
    900_000,
  )
})

describe.skipIf(!hasSamples)(`a guidebook with naughty strings in every text${missing}`, () => {
  /** Every free text of the request contains strings; each stage has ten. */
  const naughtyBook = () => {
    const usual = onDemandRelease(own.oid, freshCode(), 'SAME')
    const named = naughty.filter((text, index) => text !== '' && index % everyInBook === 0)
    const tens = Array.from({ length: Math.ceil(named.length / 10) }, (_, ten) => named.slice(ten * 10, ten * 10 + 10))
    const text = (name: string) => ({ content: { name, description: name } })
    const line = (texts: readonly string[]) => texts.join(' ').slice(0, 500).toWellFormed()
    const content = (name: string, index: number) => {
      const detail = line([name])
      const details = { address: detail, checkIn: detail, checkOut: detail, openingHours: detail }
      return { content: { name, description: name, lat: 46.6 + index / 100, lon: 8 + index / 100, ...details } }
    }
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
    const filledFields = new Set(
      freeTexts(operations.createOnDemandRelease).filter((pointer) => hasText(sent, pointer.slice(1).split('/'))),
    )
    expect([...filledFields]).toEqual(freeTexts(operations.createOnDemandRelease))
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
  }, 900_000)

  it('has a record that contains them', async () => {
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

  it('has a page that shows each of them unchanged and runs none', () => {
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

  it('has GPX files that are valid GPX 1.1', async () => {
    const contents = readFileSync(join(samples, 'xsd/gpx-1.1.xsd'), 'utf8')
    const names = [...page.matchAll(/\/gpx\/([^"/]+)\.gpx/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThanOrEqual(sent.guidebook.stages.length)
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
  }, 900_000)
})

/** Whether there is a text at the path. */
function hasText(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return typeof value === 'string' && value !== ''
  if (typeof value !== 'object' || value === null) return false
  const inner = step === '*' ? Object.values(value) : [(value as Body)[step]]
  return inner.some((one) => hasText(one, rest))
}

describe.skipIf(!hasSamples)('an invalid text is refused with its pointer', () => {
  it.each([
    ['the character NUL', 'a\0b'],
    ['a lone high surrogate', '\ud83d'],
    ['a lone low surrogate', 'x\udca9'],
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
