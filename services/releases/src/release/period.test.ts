import { describe, expect, it } from 'vitest'
import { periodFaults, stayFaults } from './period.ts'

const pointers = { start: '/s', end: '/e', arrival: '/a', departure: '/d' }
const faultsOf = (start: string, end: string, arrival: string | null = null, departure: string | null = null) =>
  periodFaults({ start, end, arrival, departure }, pointers).map(({ pointer, code }) => `${pointer} ${code}`)

describe('a period', () => {
  it('may be one day, and the trip may fill it', () => {
    expect(faultsOf('2026-07-01', '2026-07-01', '2026-07-01', '2026-07-01')).toEqual([])
  })

  it('ends no earlier than it begins', () => {
    expect(faultsOf('2026-07-02', '2026-07-01', '2025-01-01')).toEqual(['/e period-reversed'])
  })

  it('holds each day of the trip that is given', () => {
    expect(faultsOf('2026-07-01', '2026-07-31', '2026-06-30')).toEqual(['/a trip-outside-period'])
    expect(faultsOf('2026-07-01', '2026-07-31', null, '2026-08-01')).toEqual(['/d trip-outside-period'])
    expect(faultsOf('2026-07-01', '2026-07-31', null, '2026-07-31')).toEqual([])
  })

  it('has its trip in order', () => {
    expect(faultsOf('2026-07-01', '2026-07-31', '2026-07-03', '2026-07-02')).toEqual(['/d trip-reversed'])
  })
})

describe('a stay', () => {
  const period = { start: '2026-07-01', end: '2026-07-31' }
  const codes = (stay: Parameters<typeof stayFaults>[0]) =>
    stayFaults(stay, period, '/x').map(({ pointer, code }) => `${pointer} ${code}`)

  it('may leave its days open', () => {
    expect(codes({})).toEqual([])
    expect(codes({ arrivalDate: null, departureDate: '2026-07-02' })).toEqual([])
  })

  it('lies inside the period and in order', () => {
    expect(codes({ arrivalDate: '2026-06-30', departureDate: '2026-08-01' })).toEqual([
      '/x/arrivalDate accommodation-outside-period',
      '/x/departureDate accommodation-outside-period',
    ])
    expect(codes({ arrivalDate: '2026-07-03', departureDate: '2026-07-02' })).toEqual([
      '/x/departureDate trip-reversed',
    ])
  })
})
