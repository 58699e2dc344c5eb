import type { Metadata } from 'sharp'
import { expect, test } from 'vitest'
import { decodingMemory } from './decoder.ts'

const mebibytes = (header: Partial<Metadata>) =>
  Math.round(decodingMemory({ channels: 3, depth: 'uchar', isProgressive: false, ...header } as Metadata) / 1024 ** 2)

test.each<[string, Partial<Metadata>, number]>([
  ['a photograph of 48 megapixels', { format: 'jpeg', width: 8_000, height: 6_000 }, 32],
  ['a progressive one of 24', { format: 'jpeg', width: 6_000, height: 4_000, isProgressive: true }, 169],
  ['a progressive one of 119', { format: 'jpeg', width: 10_900, height: 10_900, isProgressive: true }, 712],
  ['a PNG of 20', { format: 'png', width: 5_160, height: 3_880 }, 64],
  ['an interlaced one of 20', { format: 'png', width: 5_160, height: 3_880, isProgressive: true }, 95],
  [
    'an interlaced one of 119 with 16 bits',
    { format: 'png', width: 10_900, height: 10_900, depth: 'ushort', isProgressive: true },
    780,
  ],
])('the memory for %s follows from its header', (_, header, expected) => {
  expect(mebibytes(header)).toBe(expected)
})
