import { randomUUID } from 'node:crypto'
import { packTrack } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import { aPoi, aRequest, inAccount, line } from '../fixtures.ts'
import { codesOf, textOfPdf } from '../read-artifacts.ts'
import { aBuilder } from './building.ts'

const builder = aBuilder()

const day = (number: number) => {
  const way = line(46 + number, 11, 150).map(({ lat, lon }) => ({ lat, lon }))
  const packed = { track: Buffer.from(packTrack([way])).toString('base64'), pointCount: way.length }
  return { number, title: `Day ${number}`, routes: [{ content: { type: 'HIKING' as const, name: 'Way', ...packed } }] }
}
const library = (customId: string) => ({ libraryReference: { libraryCustomId: 'LIB', customId } })

test('two nights at a hut make a rest day in page and book, and every later stage is a day later', async () => {
  const { stubs, store } = builder.fixture
  const account = randomUUID()
  const hut = aPoi('HUT', 47, 11, 'hut')
  const details = { address: 'Pass 1', email: 'hut@hut.example', checkIn: '15:00', checkOut: '10:00' }
  inAccount(stubs, account)({ ...hut, attributes: { ...hut.attributes, ...details, openingHours: 'June to October' } })
  const request = aRequest({
    booking: {
      arrivalDate: '2026-07-14',
      accommodation: [
        { stageNumber: 1, arrivalDate: '2026-07-14', departureDate: '2026-07-16', ...library('HUT') },
        {
          stageNumber: 2,
          arrivalDate: '2026-07-16',
          departureDate: '2026-07-17',
          content: { name: 'Inn', lat: 48, lon: 11, phone: '+43 1 000', address: 'Valley 2', web: '' },
        },
      ],
    },
    guidebook: { title: 'With a rest day', stages: [day(1), day(2), day(3)] },
  })
  const input = { request, emergencyPhone: '+43 1 999' }
  const { completed, page } = await builder.build(account, { release: { kind: 'on-demand' }, input })
  expect(completed.warnings).toEqual([])
  expect(page.stages.map(({ date }) => date)).toEqual(['2026-07-14', '2026-07-16', '2026-07-17'])
  expect(page.restDays).toEqual([{ date: '2026-07-15', before: 1, accommodation: 'Place HUT' }])
  expect(page.stages[0]?.accommodations).toMatchObject([{ ...details, openingHours: 'June to October' }])
  expect(page.stages[1]?.accommodations).toMatchObject([
    { phone: '+43 1 000', address: 'Valley 2', email: null, web: null },
  ])
  expect(page.emergency?.map(({ country }) => country)).toContain('AT')
  const book = await textOfPdf(store, completed)
  for (const words of ['Rest day in Place HUT', 'Pass 1', 'Valley 2', '+43 1 999']) expect(book).toContain(words)
})

test('contradictions of the stays are warnings with their place in the request', async () => {
  const { stubs } = builder.fixture
  const account = randomUUID()
  inAccount(stubs, account)(aPoi('HUT', 47, 11, 'hut'))
  inAccount(stubs, account)(aPoi('INN', 48, 11, 'hotel'))
  const request = aRequest({
    booking: {
      arrivalDate: '2026-07-14',
      departureDate: '2026-07-16',
      accommodation: [
        { stageNumber: 1, arrivalDate: '2026-07-14', departureDate: '2026-07-16', ...library('HUT') },
        { stageNumber: 2, arrivalDate: '2026-07-15', departureDate: '2026-07-16', ...library('INN') },
      ],
    },
    guidebook: { title: 'Too short', stages: [day(1), day(2), day(3), day(4)] },
  })
  const { completed, page } = await builder.build(account, {
    release: {
      kind: 'on-demand',
      dates: { start: '2026-07-01', end: '2026-07-31', arrival: '2026-07-14', departure: '2026-07-16' },
    },
    input: { request },
  })
  expect(page.stages.map(({ date }) => date)).toEqual(['2026-07-14', '2026-07-15', '2026-07-16', null])
  expect(codesOf(completed)).toEqual([
    ['accommodation-overlap', 'INN'],
    ['departure-too-early', null],
  ])
  expect(completed.warnings.map(({ pointer }) => pointer).toSorted()).toEqual([
    '/booking/accommodation/1/arrivalDate',
    '/booking/departureDate',
  ])
})
