/** Longest stretch without elevation, in metres along the track, that is interpolated linearly. */
export const elevationGapLimitM = 500

/** Rise over run to both neighbours above which a point is a measurement error. */
export const spikeGrade = 0.7

/** Metres in the opposite direction after which a reversal counts as a summit or a hollow. */
export const hysteresisM = 10

const sticksOut = (toPrevious: number, runBefore: number, toNext: number, runAfter: number): boolean =>
  toPrevious * toNext > 0 && Math.abs(toPrevious) > spikeGrade * runBefore && Math.abs(toNext) > spikeGrade * runAfter

/** Indices of the points that have an elevation. */
const givenElevations = (eles: Float64Array): Int32Array => {
  const given = new Int32Array(eles.length)
  let count = 0
  for (let index = 0; index < eles.length; index += 1) if (!Number.isNaN(eles[index])) given[count++] = index
  return given.subarray(0, count)
}

/** Metres of the longest stretch, at an end or between two points, whose points have no elevation. */
const longestGap = (given: Int32Array, along: Float64Array): number => {
  const end = along.at(-1) ?? 0
  if (given.length === 0) return end
  let longest = Math.max(along[given[0] as number] as number, end - (along[given.at(-1) as number] as number))
  for (let position = 1; position < given.length; position += 1) {
    const from = given[position - 1] as number
    const to = given[position] as number
    if (to - from > 1) longest = Math.max(longest, (along[to] as number) - (along[from] as number))
  }
  return longest
}

/**
 * Selects the elevations of a segment to use: indices of its points, ascending. An unknown one (NaN) never counts as 0. A spike is compared
 * with the last used point before it, so that a noisy stretch is not discarded as a whole. `complete` is false when some stretch longer than
 * `elevationGapLimitM`, at an end or between, has no elevation.
 */
export const knownElevations = (eles: Float64Array, along: Float64Array) => {
  const given = givenElevations(eles)
  const elevation = (index: number): number => eles[index] as number
  const distance = (index: number): number => along[index] as number
  const indices = new Int32Array(given.length)
  let count = 0
  for (let position = 0; position < given.length; position += 1) {
    const index = given[position] as number
    const previous = indices[count - 1]
    const next = given[position + 1]
    const isSpike =
      previous !== undefined &&
      next !== undefined &&
      sticksOut(
        elevation(index) - elevation(previous),
        distance(index) - distance(previous),
        elevation(index) - elevation(next),
        distance(next) - distance(index),
      )
    if (!isSpike) indices[count++] = index
  }
  return { indices: indices.subarray(0, count), complete: longestGap(given, along) <= elevationGapLimitM }
}

/**
 * Sums ascent and descent between turning points: extremes from which the track moves at least `hysteresisM` away. Takes one point at
 * a time, so that the state spans the whole route, whatever its sampling.
 */
export const climbMeter = () => {
  let turning: number | undefined
  let extreme = 0
  let lowest = 0
  let highest = 0
  let direction: -1 | 0 | 1 = 0
  let ascentM = 0
  let descentM = 0

  const settle = (elevation: number): void => {
    const rise = elevation - (turning as number)
    if (rise > 0) ascentM += rise
    else descentM -= rise
    turning = elevation
  }

  return {
    add(elevation: number): void {
      if (turning === undefined) {
        turning = lowest = highest = elevation
      } else if (direction === 0) {
        lowest = Math.min(lowest, elevation)
        highest = Math.max(highest, elevation)
        if (elevation - lowest >= hysteresisM) direction = 1
        else if (highest - elevation >= hysteresisM) direction = -1
        if (direction !== 0) {
          turning = direction === 1 ? lowest : highest
          extreme = elevation
        }
      } else if ((elevation - extreme) * direction >= 0) {
        extreme = elevation
      } else if (Math.abs(elevation - extreme) >= hysteresisM) {
        settle(extreme)
        extreme = elevation
        direction = direction === 1 ? -1 : 1
      }
    },
    total(): { ascentM: number; descentM: number } {
      if (direction !== 0) settle(extreme)
      return { ascentM, descentM }
    },
  }
}
