/** Limits of bodies, in bytes unless the name says otherwise. */
export const kibibytes = (count: number): number => count * 1024
export const mebibytes = (count: number): number => kibibytes(count * 1024)

/** The largest body of any operation. */
export const largestBody = mebibytes(64)

/** Default of `bodyLimitBytes`: enough for a few fields. */
export const usualBodyBytes = kibibytes(64)

/** Default of `bodyValues`: more than a release with a thousand each of stays, texts and assets has. */
export const usualBodyValues = 25_000

/** Values of a whole guidebook: 20,000 references to items, each an object with two custom IDs. */
export const guidebookBodyValues = 60_000

/** References that are resolved with one request. */
export const mostReferences = 20_000

/** Body that is a CSV file. */
export const csvFile = {
  bodyContentTypes: ['text/csv', 'text/plain'],
  bodyLimitBytes: mebibytes(16),
} as const

/** Body of the operations that only read a CSV file. */
export const sampleFile = { ...csvFile, changesNothing: true } as const
