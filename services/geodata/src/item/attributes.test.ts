import { routeIcons } from '@guidebook/contracts'
import { paces } from '@guidebook/route-geometry'
import { describe, expect, it } from 'vitest'
import { calculatedOf, effectiveOf, figuresOf, mergeOverrides, overriddenIn, warningsOf } from './attributes.ts'

const measures = { distanceM: 20_000.4, ascentM: 1460.2, descentM: 1459.8, shareWithElevation: 1 }
const unknown = { distanceM: 20_000, ascentM: null, descentM: null, shareWithElevation: 0.2 }

describe('the figures of a route', () => {
  it('are decimal strings in metres, kilometres and hours', () => {
    const figures = { altitudeUp: '1460', altitudeDown: '1460', routeDistance: '20', time: '10.29' }
    expect(figuresOf(measures, 'hiking')).toEqual(figures)
    expect(figuresOf({ ...measures, distanceM: 1234.6 }, 'driving')).toMatchObject({
      routeDistance: '1.235',
      time: '0.02',
    })
  })

  it('are calculated for the route icons of the interface and for no others', () => {
    expect(Object.keys(paces).sort()).toEqual([...routeIcons].sort())
  })

  it('without an icon are those of a hike', () => {
    expect(figuresOf(measures, null)).toEqual(figuresOf(measures, 'hiking'))
  })

  it('that are unknown are null, never zero', () => {
    expect(figuresOf(unknown, 'hiking')).toEqual({
      altitudeUp: null,
      altitudeDown: null,
      routeDistance: '20',
      time: null,
    })
  })

  it('come with the method and its constants', () => {
    const { method, elevationShare } = calculatedOf(unknown, 'cycling')
    expect(elevationShare).toBe(0.2)
    expect(method.time).toBe('speed and climb')
    expect(method.constants).toMatchObject({ hysteresisM: 10, spikeGrade: 0.7, speedKmh: 15, upMh: 600 })
  })
})

describe('overrides', () => {
  it('take precedence over the calculated values', () => {
    expect(effectiveOf(figuresOf(measures, 'hiking'), { time: '8' })).toMatchObject({ time: '8', routeDistance: '20' })
  })

  it('stay when absent, change one by one, and are removed by null or an empty text', () => {
    const before = { altitudeUp: '1500', time: '9' }
    expect(mergeOverrides(before, undefined)).toEqual(before)
    expect(mergeOverrides(before, { time: '8' })).toEqual({ altitudeUp: '1500', time: '8' })
    expect(mergeOverrides(before, { altitudeUp: null, time: '' })).toEqual({})
  })

  it('are listed in the order of the specification', () => {
    expect(overriddenIn({ time: '1', altitudeUp: '2' })).toEqual(['altitudeUp', 'time'])
  })

  it('that deviate by more than 25 % cause a warning, where a value could be calculated', () => {
    const figures = figuresOf(measures, 'hiking')
    expect(warningsOf(figures, { routeDistance: '25', altitudeUp: '1095' })).toEqual([])
    const [warning] = warningsOf(figures, { routeDistance: '25.1' })
    expect(warning).toMatchObject({ code: 'override-far-off', pointer: '/attributes/routeDistance' })
    expect(warningsOf(figures, { altitudeDown: '1094' })).toHaveLength(1)
    expect(warningsOf(figuresOf(unknown, 'hiking'), { altitudeUp: '900', time: '3' })).toEqual([])
  })
})
