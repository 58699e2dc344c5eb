import { Readable } from 'node:stream'

const isSoak = process.env.SOAK !== undefined
/** The sizes in which bytes come: one by one, across every boundary, and as files are read. */
const pieceSizes = [1, 7, 64 * 1024]
/** One byte at a time is slow: larger inputs come in larger pieces of an odd size. */
const largeSizes = [997, 64 * 1024]
const largeBytes = 3_000

/** In the short form a large input comes in pieces of one size, a small one in two sizes, every fourth small one also byte by byte. */
export const pieceSizesFor = ({ length }: Buffer): number[] => {
  if (length > largeBytes) return isSoak ? largeSizes : largeSizes.toSpliced(length % 2, 1)
  return isSoak ? pieceSizes : pieceSizes.toSpliced(length % 4 === 0 ? 1 : 0, 1)
}

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
