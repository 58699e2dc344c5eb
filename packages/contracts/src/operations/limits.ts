/** Limits of bodies, in bytes. */
export const kibibytes = (count: number): number => count * 1024
export const mebibytes = (count: number): number => count * 1024 * 1024

/** The largest body there is; the default of every operation that names none. */
export const largestBody = mebibytes(64)
