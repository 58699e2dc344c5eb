import { type ErrorCode, type ErrorEntry, errorCatalogue } from '../errors.ts'
import { detailOfFaults } from '../problem-detail.ts'
import type { Problem } from '../schemas/problem.ts'

/** An example of a problem document with this code. */
export function problemExample(code: ErrorCode, publicUrl: string): Problem {
  const { status, title, description, detail, fault }: ErrorEntry = errorCatalogue[code]
  const errors = fault === undefined ? [] : [{ ...fault, code }]
  return {
    type: `${publicUrl}/docs/errors/${code}`,
    title,
    status,
    detail: detail ?? (detailOfFaults(errors) || description),
    instance: '/content/release',
    code,
    requestId: 'b7e6a1c4-52f0-4e0e-9d0b-2f6f3d0c9a11',
    errors,
  }
}
