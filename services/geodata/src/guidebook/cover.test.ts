import { describe, expect, it } from 'vitest'
import { readImage } from './cover.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const read = (bytes: Buffer) => readImage(bytes.toString('base64'), '/imageBase64')

describe('an image', () => {
  it('is what its content says', async () => {
    expect(await read(png)).toMatchObject({ mediaType: 'image/png', bytes: png })
    expect(await read(jpegHead)).toMatchObject({ mediaType: 'image/jpeg' })
  })

  it('that is neither PNG nor JPEG is refused', async () => {
    for (const other of [Buffer.from('GIF89a............'), Buffer.from('hello'), Buffer.from('%PDF-1.7 ........')]) {
      expect(await read(other)).toMatchObject({ code: 'image-not-supported', pointer: '/imageBase64' })
    }
  })

  it('that is not Base64 is refused', async () => {
    for (const text of ['%%%%', 'abc', 'data:image/png;base64,iVBORw0KGgo=', 'iVBO\nRw0K']) {
      expect(await readImage(text, '')).toMatchObject({ code: 'image-not-supported' })
    }
  })

  it('has at most 5 MB when decoded', async () => {
    const largest = Buffer.concat([jpegHead, Buffer.alloc(5 * 1024 * 1024 - jpegHead.length)])
    expect(await read(largest)).toMatchObject({ mediaType: 'image/jpeg' })
    expect(await read(Buffer.concat([largest, Buffer.alloc(1)]))).toMatchObject({ code: 'image-too-large' })
  })
})
