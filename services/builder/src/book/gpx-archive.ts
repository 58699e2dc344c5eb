import { buffer } from 'node:stream/consumers'
import type { MadeGpxFiles } from './gpx-files.ts'
import { zip } from '../artifact/zip.ts'

/** All GPX files of a trip in a ZIP: the whole ones at its top, those for devices in a folder as far as they differ. */
export async function gpxArchive({ files, contents }: MadeGpxFiles): Promise<Buffer<ArrayBuffer>> {
  const distinct = files.filter(({ content }, index) => files.findIndex((file) => file.content === content) === index)
  const entries = distinct.flatMap(({ name, variant, content }) => {
    const bytes = contents[content]
    return bytes
      ? [{ name: variant === 'full' ? `${name}.gpx` : `devices/${name}.gpx`, content: bytes, compress: true }]
      : []
  })
  return (await buffer(zip(entries))) as Buffer<ArrayBuffer>
}
