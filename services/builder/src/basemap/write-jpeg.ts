import sharp from 'sharp'

export interface Pixels {
  /** Three bytes each, row by row. */
  pixels: Buffer
  width: number
  height: number
}

/** What has been softened shows no loss at the higher one, and at the lower one only to whoever looks for it. */
const [best, least] = [50, 22]

/**
 * A JPEG that most likely has no more bytes than are wanted: one that is too large is written once more, in the quality that by experience is
 * as much lower as it is too large.
 */
export async function writeJpeg(picture: Pixels, mostBytes: number): Promise<Buffer> {
  const first = await write(picture, best)
  if (first.length <= mostBytes) return first
  return await write(picture, Math.max(least, Math.floor((best * mostBytes) / first.length)))
}

/** MozJPEG's way takes ten times as long as a photograph's and saves a third; a ground is written once and then kept. */
const write = ({ pixels, width, height }: Pixels, quality: number): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
