import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

/** A page as it is compared: brightness of each pixel, 0 to 255, row by row. */
export interface PagePicture {
  width: number
  height: number
  pixels: Uint8Array
}

/** Wide enough to tell a marker from none, small enough to lie beside the code. */
const width = 150
/** Pages are drawn this many times larger and made smaller then, so that thin lines leave their share of grey. */
const oversampling = 4
/** Grey levels of the kept pictures. Those that are compared with them have no more either. */
const greys = 32

const coarse = (value: number): number => Math.round((value / 255) * (greys - 1)) * Math.round(255 / (greys - 1))

/** Every page of a PDF, drawn by PDFium, which brings no font of the machine's into it. */
export const pagePictures = async (pdf: Uint8Array): Promise<PagePicture[]> => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  try {
    const pictures: PagePicture[] = []
    for (const page of document.pages()) {
      const { originalWidth } = page.getOriginalSize()
      const drawn = await page.render({
        scale: (width * oversampling) / originalWidth,
        render: 'bitmap',
        colorSpace: 'Gray',
      })
      const { data, info } = await sharp(drawn.data, {
        raw: { width: drawn.width, height: drawn.height, channels: 1 },
      })
        .resize({ width, kernel: 'linear' })
        .toColourspace('b-w')
        .raw()
        .toBuffer({ resolveWithObject: true })
      pictures.push({ width: info.width, height: info.height, pixels: Uint8Array.from(data, coarse) })
    }
    return pictures
  } finally {
    document.destroy()
    library.destroy()
  }
}

export const pngOf = ({ width, height, pixels }: PagePicture): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer()

export const pictureOf = async (png: Buffer): Promise<PagePicture> => {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: new Uint8Array(data) }
}
