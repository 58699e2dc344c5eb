import { setImmediate } from 'node:timers/promises'

/** Processing this many pixels takes about a millisecond. */
const pixelsAtOnce = 60_000

/** Calls `row` for each row of an image, and yields to the event loop after every few rows. */
export async function forEachRow(width: number, height: number, row: (y: number) => void): Promise<void> {
  const rowsAtOnce = Math.max(1, Math.floor(pixelsAtOnce / width))
  for (let y = 0; y < height; y++) {
    if (y > 0 && y % rowsAtOnce === 0) await setImmediate()
    row(y)
  }
}
