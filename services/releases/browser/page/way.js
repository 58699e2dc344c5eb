/** Places along a track. Positions are longitude and latitude. */

/** @typedef {[number, number]} Position */

/** Answers where one is after a share (0 to 1) of all lines; the gaps between them are not travelled. @param {Position[][]} lines */
export function wayOf(lines) {
  const legs = lines.flatMap((line) =>
    line.slice(1).map((to, index) => {
      const from = line[index] ?? to
      return { from, to, length: distance(from, to) }
    }),
  )
  const whole = legs.reduce((sum, { length }) => sum + length, 0)
  return /** @param {number} share @returns {Position} */ (share) => {
    let left = share * whole
    for (const { from, to, length } of legs) {
      if (left <= length) return between(from, to, length === 0 ? 0 : left / length)
      left -= length
    }
    return legs.at(-1)?.to ?? [0, 0]
  }
}

/**
 * The ways of a map, in their order. Across the antimeridian they continue beyond 180 degrees, so that they stay together.
 * @param {Position[][][]} ways
 */
export function unroll(ways) {
  let last = Number.NaN
  /** @param {Position} position @returns {Position} */
  const unrolled = ([lon, lat]) => {
    const turns = Number.isNaN(last) ? 0 : Math.round((last - lon) / 360)
    last = lon + 360 * turns
    return [last, lat]
  }
  return ways.map((lines) => lines.map((line) => line.map(unrolled)))
}

/** Near enough for neighbours on a track: in degrees of latitude. @param {Position} from @param {Position} to */
const distance = ([lon, lat], [toLon, toLat]) =>
  Math.hypot((toLon - lon) * Math.cos(((lat + toLat) / 2) * (Math.PI / 180)), toLat - lat)

/** @param {Position} from @param {Position} to @param {number} share @returns {Position} */
const between = ([lon, lat], [toLon, toLat], share) => [lon + (toLon - lon) * share, lat + (toLat - lat) * share]
