import { setImmediate as breathe } from 'node:timers/promises'
import { type Fault, type Operation, validate } from '@guidebook/contracts'
import type { TSchema } from 'typebox'
import { type BodyColumns, columnsOf } from './columns.ts'
import { parseJson } from './parse-json.ts'
import { createBase64Reader } from './read-base64.ts'
import { createPieceReader } from './read-in-pieces.ts'

/**
 * `largeBody`: bytes from which on a body is read, parsed, checked and used in turns of their own, each of which holds up everyone else.
 * `piece`: bytes of an array that are there as objects at once where it becomes columns: more than a thousand points.
 */
const usualSizes = { largeBody: 1_000_000, piece: 64 * 1024 }

type Taken = Pick<Operation, 'bodyColumns' | 'bodyBase64'>

/**
 * Reads JSON bodies by their contract, with columns in place of the array that is taken so, and bytes in place of long Base64. Throws 400
 * `malformed-json`; every other fault is added to `faults`, and then the body is of no use.
 */
export function createJsonReader(schema: TSchema, { bodyColumns: columns, bodyBase64 }: Taken, sizes = usualSizes) {
  const readInPieces = columns
    ? createPieceReader(schema, columns, sizes.piece)
    : bodyBase64 && createBase64Reader(schema, bodyBase64)

  return async function readJson(bytes: Buffer, faults: Fault[]): Promise<unknown> {
    const isLarge = bytes.length >= sizes.largeBody
    if (isLarge) await breathe()
    const inPieces = isLarge && readInPieces ? await readInPieces(bytes) : undefined
    if (inPieces) return inPieces
    const parsed = parseJson(bytes)
    if (isLarge) await breathe()
    const known = new Set(parsed.faults.map(({ pointer }) => pointer))
    const found = [...parsed.faults, ...validate(schema, parsed.value).filter(({ pointer }) => !known.has(pointer))]
    if (isLarge) await breathe()
    if (found.length === 0) return columns ? withColumns(parsed.value, columns) : parsed.value
    faults.push(...found)
    return undefined
  }
}

function withColumns(body: unknown, { field, names }: BodyColumns): unknown {
  const { [field]: items, ...rest } = body as Record<string, Record<string, number>[] | undefined>
  return items === undefined ? body : { ...rest, [field]: columnsOf(items, names) }
}
