import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { prepareValidation, validate } from '@guidebook/contracts'
import type { TArray, TObject, TSchema } from 'typebox'
import { ServiceError } from '../errors/service-error.ts'
import { type BodyColumns, type Columns, columnsOf, joinColumns } from './columns.ts'
import { parseJson } from './parse-json.ts'

type Body = Record<string, unknown>
type ArrayLimits = { minItems?: number; maxItems?: number }

/**
 * Reads a body whose long array becomes columns, without ever having all of its items: a good body gives what parsing and checking it
 * as a whole gives. Anything else gives undefined, and whoever asks reads the body as a whole, which tells what is wrong with it.
 *
 * The array is found and cut by looking for the next bracket, brace and comma, which may mislead; the parser decides. What stands
 * in for the array must come out as the value of its field, and is known to no sender: then it stood where that value stands. Each piece
 * between `[` and `]` must be an array of good items: then a comma between two such pieces is one between two items.
 */
export function createPieceReader(schema: TSchema, { field, names }: BodyColumns, pieceBytes: number) {
  const { properties } = schema as TObject
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, ...list } = properties[field] as TArray & ArrayLimits
  const frameSchema = { ...schema, properties: { ...properties, [field]: {} } }
  for (const prepared of [list, frameSchema]) prepareValidation(prepared)
  const fieldName = JSON.stringify(field)

  /** The body with something else in place of the array; undefined unless the field has just that, and the rest is good. */
  const readFrame = (bytes: Buffer, open: number, close: number): Body | undefined => {
    const placeholder = randomUUID()
    const text = Buffer.from(JSON.stringify(placeholder))
    const { value, faults } = parseJson(Buffer.concat([bytes.subarray(0, open), text, bytes.subarray(close + 1)]))
    if (faults.length > 0 || validate(frameSchema, value).length > 0) return undefined
    const frame = value as Body
    return frame[field] === placeholder ? frame : undefined
  }

  const readColumns = async (bytes: Buffer, open: number, close: number): Promise<Columns | undefined> => {
    const parts: Columns[] = []
    let count = 0
    for (let start = open + 1; start <= close; ) {
      const end = endOfPiece(bytes, start + pieceBytes, close)
      // Nothing looks at how deeply items are nested, so they have to be as small as good ones are.
      if (end - start > 2 * pieceBytes) return undefined
      const items = JSON.parse(`[${bytes.toString('latin1', start, end)}]`)
      count += items.length
      if (items.length === 0 || count > maxItems || validate(list, items).length > 0) return undefined
      parts.push(columnsOf(items, names))
      start = end + 1
      await breathe()
    }
    return count < minItems ? undefined : joinColumns(parts, names)
  }

  return async function readInPieces(bytes: Buffer): Promise<Body | undefined> {
    const named = bytes.indexOf(fieldName)
    const open = named < 0 ? -1 : bytes.indexOf('[', named)
    const close = open < 0 ? -1 : bytes.indexOf(']', open)
    if (close < 0) return undefined
    try {
      const frame = readFrame(bytes, open, close)
      const columns = frame && (await readColumns(bytes, open, close))
      return columns && { ...frame, [field]: columns }
    } catch (error) {
      // It is not JSON, or was cut at a wrong place.
      if (error instanceof ServiceError || error instanceof SyntaxError) return undefined
      throw error
    }
  }
}

/** The comma after the first item that ends at `from` or later; the end of the array when there is none. */
function endOfPiece(bytes: Buffer, from: number, close: number): number {
  const endOfItem = bytes.indexOf('}', from)
  const comma = endOfItem < 0 ? -1 : bytes.indexOf(',', endOfItem)
  return comma < 0 || comma > close ? close : comma
}
