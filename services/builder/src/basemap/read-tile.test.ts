import sharp from 'sharp'
import { expect, test } from 'vitest'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'
import { examineTile } from './read-tile.ts'

const square = (size: number) => sharp({ create: { width: size, height: size, channels: 3, background: '#c0a090' } })
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

test.each([
  ['garbage', async () => Buffer.from('<html>Please pay</html>'), 'it is neither PNG nor JPEG'],
  ['an image with too many pixels', () => square(520).png().toBuffer(), 'it has too many pixels'],
  ['an image of another size', () => square(300).png().toBuffer(), 'a tile has 300 x 300 pixels'],
  ['half a tile', async () => half(await square(256).jpeg().toBuffer()), 'the file is damaged'],
])('%s is no tile', async (_, make, reason) => {
  const refusal = expect(examineTile(await make(), ['png', 'jpeg'])).rejects
  await refusal.toThrow(UnreadableImageError)
  await refusal.toThrow(reason)
})

test('a tile has one of two sizes and an accepted format', async () => {
  const png = await square(256).png().toBuffer()
  expect(await examineTile(png, ['png'])).toEqual({ pixels: 256, contentType: 'image/png', extension: '.png' })
  const jpeg = await square(512).jpeg().toBuffer()
  expect(await examineTile(jpeg, ['png', 'jpeg'])).toMatchObject({ pixels: 512, contentType: 'image/jpeg' })
  await expect(examineTile(jpeg, ['png'])).rejects.toThrow('a tile is not PNG')
})
