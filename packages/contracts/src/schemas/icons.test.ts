import { describe, expect, test } from 'vitest'
import { normalizeRouteIcon, poiIcons, routeIcons } from './icons.ts'
import { onDemandPoiTypes } from './on-demand.ts'

describe('icon names', () => {
  test('of routes are read without regard to case, spaces, hyphens and underscores', () => {
    for (const sent of ['Ski touring', 'ski-touring', 'SKI_TOURING', 'skitouring', ' Ski  Touring ']) {
      expect(normalizeRouteIcon(sent)).toBe('ski-touring')
    }
    expect(normalizeRouteIcon('E-bike')).toBe('e-bike')
    expect(normalizeRouteIcon('Cross-country skiing')).toBe('cross-country-skiing')
    expect(normalizeRouteIcon('hike')).toBeUndefined()
    expect(normalizeRouteIcon('')).toBeUndefined()
  })

  test('are as many as the specification lists, each once', () => {
    expect(routeIcons).toHaveLength(19)
    expect(new Set(poiIcons).size).toBe(poiIcons.length)
    expect(poiIcons).toHaveLength(81)
    expect(onDemandPoiTypes).toEqual(expect.arrayContaining(['SIGHT', 'HOTEL', 'RESTAURANT', 'TOURIST_INFO']))
  })
})
