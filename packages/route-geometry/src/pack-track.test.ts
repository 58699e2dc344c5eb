import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packTrack, unpackTrack } from './pack-track.ts'
import type { Segments } from './track-columns.ts'

const decimal = (places: number, limit: number) =>
  fc.integer({ min: -limit * 10 ** places, max: limit * 10 ** places }).map((whole) => whole / 10 ** places)
const trackOf = (coordinate: fc.Arbitrary<number>) =>
  fc.array(
    fc.array(
      fc.record(
        { lat: coordinate, lon: coordinate, ele: coordinate },
        { requiredKeys: ['lat', 'lon'], noNullPrototype: true },
      ),
      {
        maxLength: 20,
      },
    ),
    { maxLength: 4 },
  )
const numRuns = process.env.SOAK ? 1000 : 200

const roundTrips = (track: Segments): void => {
  // The equality of the test runner takes seconds for long tracks.
  expect(isDeepStrictEqual(unpackTrack(packTrack(track)), track)).toBe(true)
}

describe('packed tracks', () => {
  test('any numbers keep every bit', () => {
    fc.assert(fc.property(trackOf(fc.double({ noNaN: true })), roundTrips), { numRuns })
  })

  test('decimals of every length keep every bit', () => {
    const places = fc.integer({ min: 0, max: 13 })
    fc.assert(
      fc.property(
        places.chain((count) => trackOf(decimal(count, 180))),
        roundTrips,
      ),
      { numRuns },
    )
  })

  test('mixed decimals keep every bit', () => {
    const mixed = fc.oneof(decimal(2, 180), decimal(7, 180), decimal(15, 1), fc.constantFrom(0, -0, 5e-324, 1e300))
    fc.assert(fc.property(trackOf(mixed), roundTrips), { numRuns })
  })

  test('minus zero and exponents are kept', () => {
    roundTrips([
      [
        { lat: -0, lon: 1e-7, ele: -1.5e2 },
        { lat: 0, lon: Number.MAX_VALUE, ele: Number.MIN_VALUE },
      ],
    ])
  })

  test('decimals of seven places take about six bytes per point', () => {
    const points = Array.from({ length: 10_000 }, (_, index) => ({
      lat: Math.round(46e7 + index * 900) / 1e7,
      lon: Math.round(14e7 + index * 1100) / 1e7,
      ele: Math.round(5000 + index / 10) / 10,
    }))
    expect(packTrack([points]).length / points.length).toBeLessThan(6)
    roundTrips([points])
  })

  test('200,000 points are packed and unpacked', () => {
    roundTrips([Array.from({ length: 200_000 }, (_, index) => ({ lat: 46 + index / 3e6, lon: 14 - index / 7e6 }))])
  })

  test('other bytes than a packed track are refused', () => {
    const packed = packTrack([
      [
        { lat: 1.5, lon: 2.25, ele: 3 },
        { lat: 1.75, lon: 2.5 },
      ],
    ])
    for (let length = 0; length < packed.length; length += 1) {
      expect(() => unpackTrack(packed.subarray(0, length))).toThrow(RangeError)
    }
    expect(() => unpackTrack(Uint8Array.of(...packed, 0))).toThrow('mean nothing')
    expect(() => unpackTrack(Uint8Array.of(0x47, 0x42, 0x54, 9))).toThrow('known version')
    fc.assert(
      fc.property(fc.uint8Array(), (noise) => {
        expect(() => unpackTrack(Uint8Array.of(0x47, 0x42, 0x54, 1, 250, ...noise))).toThrow(RangeError)
      }),
    )
  })
})
