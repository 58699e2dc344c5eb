/** Limits of bodies. Bytes, unless a name says otherwise. */
export const kibibytes = (count: number): number => count * 1024
export const mebibytes = (count: number): number => kibibytes(count * 1024)

/** The largest body of all. */
export const largestBody = mebibytes(64)

/** A body of an operation that names no other limit: a few fields. */
export const usualBodyBytes = kibibytes(64)

/** Values of a body of an operation that names no other limit: more than a release with a thousand each of stays, texts and assets has. */
export const usualBodyValues = 25_000

/** Values of a body that is a whole guidebook: 20,000 references to items, each an object with two custom IDs. */
export const guidebookBodyValues = 60_000
