import { buffer } from 'node:stream/consumers'
import { zip } from '../artifact/zip.ts'
import type { MadeGpxFiles } from './gpx-files.ts'

/** A ZIP of all GPX files of a trip: full files at the top, device files that differ from them in a folder. */
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
