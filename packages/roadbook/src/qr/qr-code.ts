import { encode } from 'uqr'
import { type Drawing, element, svgDocument } from '../map/svg.ts'

/** Modules of white around the code (ISO/IEC 18004). */
const quietZone = 4

/** A QR code of an address, black on white, with the lowest error correction: paper is not torn at once, and modules are larger. */
export const qrCode = (address: string, title: string): Drawing => {
  const { data, size } = encode(address, { ecc: 'L', border: quietZone })
  const rows = data.map((row, y) => runsOf(row).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`))
  return svgDocument({ width: size, height: size }, title, [
    element('path', { d: `M0 0h${size}v${size}h-${size}z`, fill: '#ffffff' }),
    element('path', { d: rows.flat().join(''), fill: '#000000' }),
  ])
}

/** Consecutive dark modules: their first, and the one after their last. */
const runsOf = (row: readonly boolean[]): [from: number, to: number][] => {
  const runs: [number, number][] = []
  row.forEach((isDark, at) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last && last[1] === at) last[1] = at + 1
    else runs.push([at, at + 1])
  })
  return runs
}
