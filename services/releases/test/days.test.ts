import type { ReleaseRecord } from '@guidebook/contracts'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { onDemandRequest, type Partner } from './partner.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const noTrip = { arrivaldate: undefined, departuredate: undefined }
const longBefore = '2023-01-01T00:00:00Z'
const second = (instant: string, seconds: number) => new Date(Date.parse(instant) + seconds * 1_000).toISOString()

/** A zone, a day, and the instant at which that day begins there. */
const beginnings = [
  // Clocks go forward at midnight: the day begins at 01:00.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
  // Clocks go back at midnight: the day before has 25 hours.
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00Z'],
  ['Asia/Beirut', '2026-10-25', '2026-10-24T22:00:00Z'],
  // Clocks change in the early hours of the day itself, forward and back.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
  ['Europe/Berlin', '2026-01-01', '2025-12-31T23:00:00Z'],
  ['Europe/Berlin', '2024-02-29', '2024-02-28T23:00:00Z'],
  ['Pacific/Kiritimati', '2026-07-01', '2026-06-30T10:00:00Z'],
  ['America/Los_Angeles', '2026-07-01', '2026-07-01T07:00:00Z'],
] as const

describe.each(beginnings)('in %s the day %s', (timeZone, day, begins) => {
  const during = async <T>(instant: string, act: () => Promise<T>): Promise<T> => {
    fixture.clock.set(instant)
    return await act()
  }
  const visit = ({ link }: ReleaseRecord) => fixture.visit(`/t/${link}`)
  const created = (partner: Partner, startdate: string, enddate: string) =>
    during(longBefore, () => partner.release({ startdate, enddate, ...noTrip }))

  it('opens the link at its first instant, which is the instant in the record', async () => {
    const release = await created(fixture.newPartner({ timeZone }), day, '2027-12-31')
    expect(release.startDatetime).toBe(Date.parse(begins))
    expect((await during(second(begins, -1), () => visit(release))).status).toBe(403)
    expect((await during(begins, () => visit(release))).status).toBe(200)
  })

  it('keeps the link open until its end when it is the last day', async () => {
    const release = await created(fixture.newPartner({ timeZone }), '2023-06-01', dayBefore(day))
    expect((await during(second(begins, -1), () => visit(release))).status).toBe(200)
    expect((await during(begins, () => visit(release))).status).toBe(410)
  })

  it('ends the time for replacing and revoking when it begins', async () => {
    const operator = fixture.newPartner({ timeZone })
    const plain = await created(operator, day, '2027-12-31')
    const fields = {
      publish: { startDate: day, endDate: '2027-12-31' },
      booking: { arrivalDate: undefined, departureDate: undefined },
    }
    const onDemand = await during(longBefore, () => operator.onDemand(fields))
    const metadata = { operatorCode: onDemand.downloadCode }
    const replace = () =>
      operator.put('/content/release/ondemand', onDemandRequest(operator.account.oid, { ...fields, metadata }))
    expect((await during(second(begins, -1), replace)).status).toBe(200)
    expect((await during(begins, replace)).body.code).toBe('release-locked')
    const revoke = (release: ReleaseRecord) => operator.delete(operator.path(release))
    expect((await during(begins, () => revoke(plain))).body.code).toBe('release-started')
    expect((await during(second(begins, -1), () => revoke(plain))).status).toBe(204)
  })
})

const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * 3_600_000).toISOString().slice(0, 10)

it('a release may begin today or before its creation', async () => {
  fixture.clock.set('2026-07-01T12:00:00Z')
  const operator = fixture.newPartner({ timeZone: 'Pacific/Kiritimati' })
  // In that time zone it is already the second.
  const today = await operator.release({ startdate: '2026-07-02', enddate: '2026-07-02', ...noTrip })
  const before = await operator.release({ startdate: '2026-06-01', enddate: '2026-07-02', ...noTrip })
  for (const { link } of [today, before]) expect((await fixture.visit(`/t/${link}`)).status).toBe(200)
  const onDemand = await operator.onDemand({ publish: { startDate: '2026-07-02' } })
  const update = onDemandRequest(operator.account.oid, { metadata: { operatorCode: onDemand.downloadCode } })
  expect((await operator.put('/content/release/ondemand', update)).body.code).toBe('release-locked')
})

it('a release from the first to the last day of the calendar has a diagnosis', async () => {
  const operator = fixture.newPartner({ timeZone: 'Europe/Berlin' })
  const { link } = await operator.release({ startdate: '0001-01-01', enddate: '9999-12-31', ...noTrip })
  const query = `account=${operator.account.id}&link=${link}`
  const { status, body } = await fixture.asService('gateway').get(`/internal/diagnosis/releases?${query}`)
  expect(status).toBe(200)
  expect(body.releases[0].period).toMatchObject({
    opensAt: '0001-01-01T00:00:00.000Z',
    closesAt: '9999-12-31T23:59:59.999Z',
  })
})

it('29 February is valid only in leap years', async () => {
  const operator = fixture.newPartner()
  const leap = await operator.release({ startdate: '2028-02-29', enddate: '2028-02-29', ...noTrip })
  expect(leap).toMatchObject({ startdate: '2028-02-29', startDatetime: Date.UTC(2028, 1, 29) })
  const move = (end: string) => operator.patch(operator.path(leap, '/period'), { start: '2028-02-29', end })
  expect((await move('2028-03-01')).status).toBe(200)
  for (const day of ['2027-02-29', '2100-02-29', '2028-02-30', '2028-13-01', '2028-3-1', '28-03-01']) {
    expect((await move(day)).body.errors, day).toMatchObject([{ pointer: '/end', code: 'invalid-field' }])
  }
})

it('a trip may span the end of a year', async () => {
  const operator = fixture.newPartner()
  const days = {
    startdate: '2026-12-01',
    enddate: '2027-01-31',
    arrivaldate: '2026-12-30',
    departuredate: '2027-01-02',
  }
  expect(await operator.release(days)).toMatchObject(days)
})
