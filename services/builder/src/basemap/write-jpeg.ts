import sharp from 'sharp'

export interface Pixels {
  /** Three bytes each, row by row. */
  pixels: Buffer
  width: number
  height: number
}

/** JPEG qualities. On a lightened map the loss is invisible at the higher one, and hardly visible at the lower one. */
const [highest, lowest] = [50, 22]

/** A JPEG of approximately `mostBytes` at most: a larger one is written a second time, with the quality reduced in proportion. */
export async function writeJpeg(image: Pixels, mostBytes: number): Promise<Buffer> {
  const first = await write(image, highest)
  if (first.length <= mostBytes) return first
  return await write(image, Math.max(lowest, Math.floor((highest * mostBytes) / first.length)))
}

/** MozJPEG takes ten times as long and saves a third; a basemap is written once and then reused. */
const write = ({ pixels, width, height }: Pixels, quality: number): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
