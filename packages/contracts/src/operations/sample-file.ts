import { mebibytes } from './limits.ts'

/** Shared by operations that only read a CSV file. */
export const sampleFile = {
  changesNothing: true,
  bodyContentTypes: ['text/csv', 'text/plain'],
  bodyLimitBytes: mebibytes(16),
} as const
