import type { Operation } from '../operation.ts'
import { kibibytes, mebibytes, usualBodyBytes, usualBodyValues } from '../operations/limits.ts'

const sizeOf = (bytes: number): string =>
  bytes < mebibytes(1) ? `${bytes / kibibytes(1)} KiB` : `${bytes / mebibytes(1)} MiB`
const numberOf = (count: number): string => count.toLocaleString('en')

/** The body limits of an operation, for the reference. */
export function bodyLimits(operation: Operation): string {
  const { body, bodyLimitBytes = usualBodyBytes, bodyValues = usualBodyValues, bodyColumns } = operation
  const size = `At most ${sizeOf(bodyLimitBytes)}`
  if (body === undefined) return `${size}.`
  const values = `${size} and ${numberOf(bodyValues)} values (objects, arrays, texts, numbers)`
  if (bodyColumns === undefined) return `${values}.`
  return `${values}, beside at most ${numberOf(bodyColumns.most)} \`${bodyColumns.field}\` in all.`
}
