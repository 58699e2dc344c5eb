import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { resizeImage } from '../src/image/resize-image.ts'
import { UnreadableImageError } from '../src/image/unreadable-image-error.ts'
import { samples } from './samples.ts'

const imageOf = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 40, b: 40, alpha: 0 } } })

describe('an image', () => {
  test('is resized to the longer side of its use and never enlarged', async () => {
    const large = await imageOf(3000, 1500).jpeg().toBuffer()
    expect(await resizeImage(large, 'print')).toMatchObject({ width: 1400, height: 700 })
    expect(await resizeImage(large, 'page')).toMatchObject({ width: 1080, height: 540 })
    const small = await imageOf(200, 300).png().toBuffer()
    expect(await resizeImage(small, 'print')).toMatchObject({ width: 200, height: 300 })
  })

  test('is turned upright by its EXIF orientation', async () => {
    const sideways = await imageOf(400, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await resizeImage(sideways, 'print')).toMatchObject({ width: 100, height: 400 })
  })

  test('loses its metadata, including the place where it was taken', async () => {
    const tagged = await imageOf(50, 50)
      .withExif({ IFD0: { Copyright: 'someone' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect((await sharp(tagged).metadata()).exif).toBeDefined()
    const metadata = await sharp((await resizeImage(tagged, 'page')).bytes).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.icc).toBeUndefined()
    expect(metadata.xmp).toBeUndefined()
  })

  test('with transparency is laid on white', async () => {
    const clear = await imageOf(20, 20, 4).png().toBuffer()
    const { dominant } = await sharp((await resizeImage(clear, 'print')).bytes).stats()
    expect(dominant.r).toBeGreaterThan(240)
    expect(dominant.g).toBeGreaterThan(240)
  })

  test('in CMYK or with 16 bits becomes 8 bit sRGB', async () => {
    const cmyk = await imageOf(40, 40).toColourspace('cmyk').jpeg().toBuffer()
    const deep = await imageOf(40, 40).toColourspace('rgb16').png().toBuffer()
    for (const source of [cmyk, deep]) {
      const metadata = await sharp((await resizeImage(source, 'print')).bytes).metadata()
      expect(metadata).toMatchObject({ space: 'srgb', depth: 'uchar', channels: 3 })
    }
  })

  test('that is invalid, cut off or in another format is refused with a reason', async () => {
    const whole = await imageOf(900, 900).jpeg().toBuffer()
    await expect(resizeImage(Buffer.from('not a picture'), 'print')).rejects.toThrow('neither PNG nor JPEG')
    await expect(resizeImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'print')).rejects.toThrow(
      UnreadableImageError,
    )
    await expect(resizeImage(whole.subarray(0, whole.length / 2), 'print')).rejects.toThrow('damaged')
  })
})

describe.skipIf(!existsSync(samples('images')))(`public sample images (${samples('images')})`, () => {
  const read = (name: string) => readFileSync(samples(`images/${name}`))

  test.each(['Channel_digital_image_CMYK_color.jpg', 'concert.jpg', 'flowers.jpeg', 'swiss.png'])(
    '%s comes out as sRGB',
    async (name) => {
      const metadata = await sharp((await resizeImage(read(name), 'print')).bytes).metadata()
      expect(metadata).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3 })
    },
  )

  test('a photograph with an EXIF orientation is turned upright', async () => {
    expect(await resizeImage(read('Landscape_6.jpg'), 'page')).toMatchObject({ width: 600, height: 450 })
  })

  test('a decompression bomb of 65536 x 65536 pixels is refused before it is decoded', async () => {
    await expect(resizeImage(read('65536-uint32-limit.png'), 'print')).rejects.toThrow('too many pixels')
  })

  test('a truncated photograph is refused', async () => {
    await expect(resizeImage(read('truncated.jpg'), 'page')).rejects.toThrow('damaged')
  })
})
