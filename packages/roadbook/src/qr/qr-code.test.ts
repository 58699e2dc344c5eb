import { createRequire } from 'node:module'
import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

// Its types describe another module format than it has.
const readCode: typeof import('jsqr').default = createRequire(import.meta.url)('jsqr')

test.each([
  'https://trips.example.com/t/AbCdEf0123456789AbCd',
  `https://trips.example.com/t/x/gpx/${'long-'.repeat(30)}.gpx`,
])('a reader finds the address %s in its code', (address) => {
  const { svg, width } = qrCode(address, 'Code')
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width * 4 } }).render()
  expect(readCode(new Uint8ClampedArray(image.pixels), image.width, image.height)?.data).toBe(address)
})
