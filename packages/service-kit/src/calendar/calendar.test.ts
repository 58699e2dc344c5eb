import { describe, expect, it } from 'vitest'
import { dayAt, daysBetween, daysLater, endOfDay, startOfDay } from './calendar.ts'

const instantOf = (day: string, timeZone: string) => new Date(startOfDay(day, timeZone)).toISOString()

describe('the day it is', () => {
  it('differs between zones at the same instant', () => {
    const instant = new Date('2026-06-30T11:30:00Z')
    expect(dayAt(instant, 'UTC')).toBe('2026-06-30')
    expect(dayAt(instant, 'Pacific/Kiritimati')).toBe('2026-07-01')
    expect(dayAt(instant, 'Pacific/Pago_Pago')).toBe('2026-06-30')
  })

  it('changes at midnight of the zone, summer and winter', () => {
    expect(dayAt(new Date('2026-07-01T21:59:59Z'), 'Europe/Berlin')).toBe('2026-07-01')
    expect(dayAt(new Date('2026-07-01T22:00:00Z'), 'Europe/Berlin')).toBe('2026-07-02')
    expect(dayAt(new Date('2026-12-01T22:59:59Z'), 'Europe/Berlin')).toBe('2026-12-01')
    expect(dayAt(new Date('2026-12-01T23:00:00Z'), 'Europe/Berlin')).toBe('2026-12-02')
  })
})

describe('the start of a day', () => {
  it('is 00:00 in the zone on the days clocks change', () => {
    expect(instantOf('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
    expect(instantOf('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z')
    expect(instantOf('2026-10-25', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z')
    expect(instantOf('2026-10-26', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z')
  })

  it('is the moment clocks jump where 00:00 does not exist', () => {
    expect(instantOf('2024-04-26', 'Africa/Cairo')).toBe('2024-04-25T22:00:00.000Z')
    expect(instantOf('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
  })

  it('is the earlier 00:00 where clocks show it twice', () => {
    expect(instantOf('2026-11-01', 'America/Havana')).toBe('2026-11-01T04:00:00.000Z')
  })

  it('is that of the next day where a zone skipped a whole day', () => {
    expect(instantOf('2011-12-30', 'Pacific/Apia')).toBe(instantOf('2011-12-31', 'Pacific/Apia'))
  })

  it('is the first instant that belongs to the day, in every zone, on every day of a year', () => {
    for (const timeZone of [
      'UTC',
      'Europe/Berlin',
      'Asia/Kathmandu',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'America/Santiago',
    ]) {
      for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 24 * 3600_000) {
        const name = new Date(day).toISOString().slice(0, 10)
        const start = startOfDay(name, timeZone)
        expect(dayAt(new Date(start), timeZone)).toBe(name)
        expect(dayAt(new Date(start - 1000), timeZone) < name).toBe(true)
      }
    }
  })
})

describe('the end of a day', () => {
  const endsAt = (day: string, timeZone: string) => new Date(endOfDay(day, timeZone)).toISOString()

  it('is the start of the next one', () => {
    expect(endsAt('2026-10-25', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z')
    expect(endsAt('9999-12-30', 'UTC')).toBe(instantOf('9999-12-31', 'UTC'))
    expect(instantOf('9999-12-31', 'UTC')).toBe('9999-12-31T00:00:00.000Z')
  })

  it('is the last instant of the calendar on its last day, whose first day starts with the first instant, in every zone', () => {
    for (const timeZone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati']) {
      expect(instantOf('0001-01-01', timeZone)).toBe('0001-01-01T00:00:00.000Z')
      expect(endsAt('9999-12-31', timeZone)).toBe('9999-12-31T23:59:59.999Z')
    }
    expect(endsAt('0001-01-01', 'UTC')).toBe('0001-01-02T00:00:00.000Z')
  })
})

describe('days', () => {
  it('are added across months and clock changes', () => {
    expect(daysLater('2027-03-28', 1)).toBe('2027-03-29')
    expect(daysLater('2027-03-01', -1)).toBe('2027-02-28')
  })

  it('are added also at the ends of the calendar', () => {
    expect(daysLater('0001-01-01', -1)).toBe('0001-01-01')
    expect(daysLater(daysLater('9999-12-31', 1), 1)).toBe('+010000-01-02')
  })

  it('are counted across months and clock changes', () => {
    expect(daysBetween('2027-03-28', '2027-04-01')).toBe(4)
    expect(daysBetween('2027-03-01', '2027-02-28')).toBe(-1)
  })
})
