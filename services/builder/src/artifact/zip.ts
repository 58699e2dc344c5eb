import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** Path within the archive. */
  name: string
  /** The bytes, or their number and a function that opens them when it is the entry's turn. */
  content: Uint8Array | { bytes: number; open: () => Promise<Readable> }
  /** False for content that is compressed already, such as images. */
  compress: boolean
}

/** Twice as fast as the default 6; tracks are two percent larger. */
const compressionLevel = 4

/** The earliest time of a ZIP entry. As local time, so that the bytes are the same in every time zone. */
const earliestTime = new Date(1980, 0, 1)

/** A ZIP archive as a stream. Equal entries give equal bytes. */
export function zip(entries: readonly ZipEntry[]): Readable {
  const file = new ZipFile()
  const archive = file.outputStream as PassThrough
  const fail = (error: Error) => void archive.destroy(error)
  file.on('error', fail)
  for (const { name, content, compress } of entries) {
    const level = compress ? compressionLevel : 0
    const options = { mtime: earliestTime, mode: 0o100644, compressionLevel: level, forceDosTimestamp: true }
    if (content instanceof Uint8Array) {
      file.addBuffer(Buffer.from(content.buffer, content.byteOffset, content.byteLength), name, options)
      continue
    }
    file.addReadStreamLazy(name, { ...options, size: content.bytes }, (provide) => {
      content.open().then(
        (stream) => provide(null, stream.once('error', fail)),
        (error: unknown) => provide(error, Readable.from([])),
      )
    })
  }
  file.end()
  return archive
}
