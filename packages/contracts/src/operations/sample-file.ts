import { mebibytes } from './limits.ts'

/** What operations share whose body is a CSV file that is only looked at. */
export const sampleFile = {
  changesNothing: true,
  bodyContentTypes: ['text/csv', 'text/plain'],
  bodyLimitBytes: mebibytes(16),
} as const
