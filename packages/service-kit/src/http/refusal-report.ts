/**
 * What a service reports of a refused request to the gateway, in a header that no client gets: its journal names the error and the download code
 * of a booking that never became a release.
 */
import { type Fault, validate } from '@guidebook/contracts'
import { Type } from 'typebox'
import type { ServiceError } from '../errors/service-error.ts'
import { toStorable } from './parse-json.ts'

export const refusalHeader = 'x-guidebook-refusal'

/** Faults in a report, and characters of each pointer: a header must stay small, and senders choose the names of unknown fields. */
const mostFaults = 5
const longestPointer = 120

export interface Refusal {
  code: string
  downloadCode: number | null
  faults: Pick<Fault, 'pointer' | 'code'>[]
}

const refusal = Type.Object({
  code: Type.String(),
  downloadCode: Type.Union([Type.Integer(), Type.Null()]),
  faults: Type.Array(Type.Object({ pointer: Type.String(), code: Type.String() }), { maxItems: mostFaults }),
})

export const refusalOf = ({ code, faults }: ServiceError, downloadCode: number | null): Refusal => ({
  code,
  downloadCode,
  faults: faults
    .slice(0, mostFaults)
    .map(({ pointer, code }) => ({ pointer: toStorable(pointer, longestPointer), code })),
})

/** Base64, because pointers may have any characters. */
export const writeRefusal = (report: Refusal): string => Buffer.from(JSON.stringify(report)).toString('base64url')

/** Null for a header that is no report: a service of another version may write it differently. */
export function readRefusal(header: string): Refusal | null {
  try {
    const report: unknown = JSON.parse(Buffer.from(header, 'base64url').toString())
    return validate(refusal, report).length === 0 ? (report as Refusal) : null
  } catch (error) {
    // Not JSON: only the report is missing then.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const largestCode = Number.MAX_SAFE_INTEGER

/**
 * The download code in a field of a body that was refused, and so may be no valid JSON, or not of the contract. Within a text of the body the name
 * of the field would have backslashes before its quotes.
 */
export function codeIn(body: Buffer, field: string): number | null {
  const name = `"${field}"`
  const at = body.indexOf(name)
  if (at < 0) return null
  const after = body.subarray(at + name.length, at + name.length + 100).toString('latin1')
  const [, digits] = /^\s*:\s*([1-9]\d{0,15})\b/.exec(after) ?? []
  const code = Number(digits)
  return code <= largestCode ? code : null
}
