import { Readable } from 'node:stream'

/** The sizes in which bytes come: one by one, across every boundary, and as files are read. */
const pieceSizes = [1, 7, 64 * 1024]
/** One byte at a time is slow: larger inputs come in larger pieces of an odd size. */
const largeSizes = [997, 64 * 1024]
const largeBytes = 3_000

export const pieceSizesFor = (bytes: Buffer): number[] => (bytes.length > largeBytes ? largeSizes : pieceSizes)

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
