import { type Fault, type Operation, usualBodyValues, validate } from '@guidebook/contracts'
import type { TSchema } from 'typebox'
import { membersNamed } from './body-members.ts'
import { putColumns } from './columns.ts'
import { mergeFaults, parseJson } from './parse-json.ts'
import { createLargeJsonReader } from './read-large-json.ts'
import type { ScanLimits } from './scan-json.ts'

/**
 * `largeBody`: from this many bytes on a body is read in turns, between which other requests are served.
 * `rest`: bytes of a body beside the arrays and texts that are taken out of it. It is parsed and checked without a pause.
 * `piece`: bytes of such an array that exist as objects at the same time: more than a thousand points.
 */
const usualSizes = { largeBody: 64 * 1024, rest: 8 * 1024 * 1024, piece: 64 * 1024 }

type Taken = Pick<Operation, 'bodyColumns' | 'bodyBase64' | 'bodyValues'>

/**
 * Reads JSON bodies by their contract, with columns in place of the arrays that are taken so, and, in large bodies, bytes in place of long
 * Base64. Throws 400 `malformed-json`, and 413 `payload-too-large` for more values than the operation takes; adds every other fault to
 * `faults`, and then the result is undefined.
 */
export function createJsonReader(schema: TSchema, taken: Taken, sizes: Partial<typeof usualSizes> = {}) {
  const { largeBody, rest, piece } = { ...usualSizes, ...sizes }
  const { bodyColumns: columns, bodyBase64: base64 } = taken
  const limits: ScanLimits = {
    values: taken.bodyValues ?? usualBodyValues,
    bytes: columns || base64 ? rest : Number.POSITIVE_INFINITY,
    beside: besideOf(taken),
  }
  const readLargeJson = createLargeJsonReader(schema, { columns, base64 }, limits, piece)

  return async function readJson(bytes: Buffer, faults: Fault[]): Promise<unknown> {
    if (bytes.length >= largeBody) return readLargeJson(bytes, faults)
    const parsed = parseJson(bytes, limits)
    const found = mergeFaults(parsed.faults, validate(schema, parsed.value))
    if (found.length > 0) {
      faults.push(...found)
      return undefined
    }
    if (columns) putColumns(membersNamed([columns.field], parsed.value), columns)
    return parsed.value
  }
}

/** For messages: what the limits do not count. */
function besideOf({ bodyColumns, bodyBase64 }: Taken): string {
  const names = [bodyColumns?.field, bodyBase64].filter((name) => name !== undefined)
  return names.length === 0 ? '' : ` beside its ${names.join(' and ')}`
}
