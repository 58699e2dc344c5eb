import { setImmediate } from 'node:timers/promises'

/** Processing this many pixels takes about a millisecond. */
const pixelsOfBand = 60_000

/** Calls `row` for each row of an image, and yields to the event loop after every few rows. */
export async function forEachRow(width: number, height: number, row: (y: number) => void): Promise<void> {
  const rows = Math.max(1, Math.floor(pixelsOfBand / width))
  for (let y = 0; y < height; y++) {
    if (y > 0 && y % rows === 0) await setImmediate()
    row(y)
  }
}
