import { setImmediate } from 'node:timers/promises'

/** A band takes about a millisecond; whatever else is to be done comes between two of them. */
const pixelsOfBand = 60_000

/** Works through a picture a few rows at a time, lest a large one hold up the whole process. */
export async function forEachRow(width: number, height: number, row: (y: number) => void): Promise<void> {
  const rows = Math.max(1, Math.floor(pixelsOfBand / width))
  for (let y = 0; y < height; y++) {
    if (y > 0 && y % rows === 0) await setImmediate()
    row(y)
  }
}
