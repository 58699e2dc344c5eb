import { Resvg } from '@resvg/resvg-js'
import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

test.each(['https://trips.example.com/t/AbCdEf0123456789AbCd', `https://trips.example.com/t/x/gpx/${'long-'.repeat(30)}.gpx`])(
  'a reader finds the address %s in its code',
  (address) => {
    const { svg, width } = qrCode(address, 'Code')
    const image = new Resvg(svg, { fitTo: { mode: 'width', value: width * 4 } }).render()
    expect(jsQR(new Uint8ClampedArray(image.pixels), image.width, image.height)?.data).toBe(address)
  },
)
