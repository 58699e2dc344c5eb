import { describe, expect, test } from 'vitest'
import { readImage } from './read-image.ts'

/** An image of one pixel; its Base64 has 94 characters before the padding, so that omitted padding is noticed. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const read = (bytes: Buffer) => readImage(bytes.toString('base64'))

describe('an image', () => {
  test('is what its content says', async () => {
    expect(await read(png)).toEqual({ mediaType: 'image/png', extension: '.png', bytes: png })
    expect(await read(jpegHead)).toEqual({ mediaType: 'image/jpeg', extension: '.jpg', bytes: jpegHead })
  })

  test('that is neither PNG nor JPEG is refused', async () => {
    for (const other of [Buffer.from('GIF89a............'), Buffer.from('hello'), Buffer.from('%PDF-1.7 ........')]) {
      expect(await read(other)).toMatchObject({ code: 'image-not-supported' })
    }
  })

  test('may come in lines and without padding', async () => {
    const text = png.toString('base64')
    for (const other of [text.replaceAll(/.{20}/g, '$&\r\n'), `${text}\n`, text.replaceAll('=', '')]) {
      expect(await readImage(other)).toMatchObject({ bytes: png })
    }
  })

  test('that is not Base64 is refused', async () => {
    const text = png.toString('base64')
    for (const other of ['%%%%', '', 'a', `data:image/png;base64,${text}`, `${text.slice(0, 40)}*${text.slice(41)}`]) {
      expect(await readImage(other)).toMatchObject({ code: 'image-not-supported' })
    }
    expect(await readImage(`${text.slice(0, 40)}==${text.slice(40)}`)).toMatchObject({ code: 'image-not-supported' })
  })

  test('has at most 5 MB when decoded', async () => {
    const largest = Buffer.concat([jpegHead, Buffer.alloc(5 * 1024 * 1024 - jpegHead.length)])
    expect(await read(largest)).toMatchObject({ mediaType: 'image/jpeg' })
    expect(await read(Buffer.concat([largest, Buffer.alloc(1)]))).toMatchObject({ code: 'image-too-large' })
    expect(await readImage('A'.repeat(20_000_000))).toMatchObject({ code: 'image-too-large' })
  })
})
