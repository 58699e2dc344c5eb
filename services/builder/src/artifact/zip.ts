import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** Path within the archive. */
  name: string
  /** The bytes, or how many there are and a way to them, which is opened when it is this entry's turn. */
  content: Uint8Array | { bytes: number; open: () => Promise<Readable> }
  /** Whether it is worth compressing; pictures are not. */
  compress: boolean
}

/** Twice as fast as the usual 6, and tracks come out two percent larger. */
const compressionLevel = 4

/** What ZIP's clock begins with. As local time, so that the bytes are the same in every time zone. */
const noTime = new Date(1980, 0, 1)

/** A ZIP archive as a stream: equal entries give equal bytes, whenever and wherever it is made. */
export function zip(entries: readonly ZipEntry[]): Readable {
  const file = new ZipFile()
  const archive = file.outputStream as PassThrough
  const fail = (error: Error) => void archive.destroy(error)
  file.on('error', fail)
  for (const { name, content, compress } of entries) {
    const level = compress ? compressionLevel : 0
    const options = { mtime: noTime, mode: 0o100644, compressionLevel: level, forceDosTimestamp: true }
    if (content instanceof Uint8Array) {
      file.addBuffer(Buffer.from(content.buffer, content.byteOffset, content.byteLength), name, options)
      continue
    }
    file.addReadStreamLazy(name, { ...options, size: content.bytes }, (give) => {
      content.open().then(
        (stream) => give(null, stream.once('error', fail)),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  file.end()
  return archive
}
