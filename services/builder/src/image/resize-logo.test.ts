import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { resizeLogo } from './resize-logo.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'

const filled = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })

test('a logo keeps its transparency and has the mean colour of its visible pixels', async () => {
  const mark = await filled(100, 100, '#ff8000').png().toBuffer()
  const source = await filled(400, 100, '#00000000')
    .composite([{ input: mark, left: 0, top: 0 }])
    .png()
    .toBuffer()
  const { bytes, width, height, color } = await resizeLogo(source)
  expect([width, height, color]).toEqual([400, 100, '#ff8000'])
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 4), ...data.subarray(-4)]).toEqual([255, 128, 0, 255, 0, 0, 0, 0])
})

test('a logo without transparency has no colour', async () => {
  const { color, width } = await resizeLogo(await filled(300, 100, '#ffffff').jpeg().toBuffer())
  expect([color, width]).toEqual([null, 300])
})

test('a large logo is reduced to its printed size', async () => {
  const { width, height } = await resizeLogo(await filled(4_000, 1_000, '#000000').png().toBuffer())
  expect([width, height]).toEqual([800, 200])
})

test('a logo with too many pixels is refused before it is decoded', async () => {
  const source = await filled(10, 10, '#000000').png().toBuffer()
  // Only the header says so: decoding would find a damaged file.
  source.writeUInt32BE(8_000, 16)
  source.writeUInt32BE(2_001, 20)
  source.writeUInt32BE(crc32(source.subarray(12, 29)), 29)
  await expect(resizeLogo(source)).rejects.toThrow('it has too many pixels')
})

test('SVG, HTML and empty files are refused', async () => {
  for (const source of ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', '<!doctype html>', '']) {
    await expect(resizeLogo(Buffer.from(source))).rejects.toBeInstanceOf(UnreadableImageError)
  }
})
