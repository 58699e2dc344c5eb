/**
 * The arc over the ground from point a to point b of a Cartesian column, prepared for many calls. Its plane passes
 * through the Earth's centre: for legs of a track it differs from the geodesic by less than a millimetre.
 */
export const arcBetween = (column: Float64Array, a: number, b: number) => {
  const ax = column[3 * a] as number
  const ay = column[3 * a + 1] as number
  const az = column[3 * a + 2] as number
  const dx = (column[3 * b] as number) - ax
  const dy = (column[3 * b + 1] as number) - ay
  const dz = (column[3 * b + 2] as number) - az
  const chordM = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const nx = ay * dz - az * dy
  const ny = az * dx - ax * dz
  const nz = ax * dy - ay * dx
  const normal = Math.sqrt(nx * nx + ny * ny + nz * nz)

  /** Metres from a to the foot of the perpendicular, along the chord; below 0 before a, above `chordM` beyond b. */
  const along = (point: Float64Array, index: number): number =>
    chordM === 0
      ? 0
      : (((point[3 * index] as number) - ax) * dx +
          ((point[3 * index + 1] as number) - ay) * dy +
          ((point[3 * index + 2] as number) - az) * dz) /
        chordM

  /** Metres over the ground from the point to the nearest place of the arc. */
  const distance = (point: Float64Array, index: number): number => {
    const px = (point[3 * index] as number) - ax
    const py = (point[3 * index + 1] as number) - ay
    const pz = (point[3 * index + 2] as number) - az
    const foot = px * dx + py * dy + pz * dz
    if (normal === 0 || foot <= 0) return Math.sqrt(px * px + py * py + pz * pz)
    if (foot < chordM * chordM) return Math.abs(px * nx + py * ny + pz * nz) / normal
    const qx = px - dx
    const qy = py - dy
    const qz = pz - dz
    return Math.sqrt(qx * qx + qy * qy + qz * qz)
  }

  return { chordM, along, distance }
}
