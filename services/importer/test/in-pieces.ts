import { Readable } from 'node:stream'

/** The sizes in which bytes come: one by one, across every boundary, and as files are read. */
export const pieceSizes = [1, 7, 64 * 1024] as const

/** A stream of bytes that gives them in pieces of a size. */
export const inPieces = (bytes: Buffer, size: number): Readable => {
  let at = 0
  return new Readable({
    read() {
      const piece = bytes.subarray(at, at + size)
      at += size
      this.push(piece.length === 0 ? null : piece)
    },
  })
}
