import { type ColumnsOf, type Fault, type Operation, prepareValidation, validate } from '@guidebook/contracts'
import type { TArray } from 'typebox'
import { ServiceError } from '../errors/service-error.ts'
import type { BodyMember } from './body-members.ts'
import type { Pace } from './pace.ts'
import { enoughFaults, mergeFaults, parseJson } from './parse-json.ts'
import { endOfItem, type ScanLimits } from './scan-json.ts'

/** The arrays that an operation reads as columns. */
type BodyColumns = NonNullable<Operation['bodyColumns']>

type Columns = ColumnsOf<readonly string[]>

type Item = Readonly<Record<string, number>>

/** An array of a body that was read in pieces. */
export interface ReadArray {
  /** The index after its closing bracket. */
  end: number
  columns: Columns
  /** Its first items, as many as the schema requires. They represent the array while the rest of the body is checked. */
  sample: Item[]
  /** Their pointers are relative to the array. */
  faults: Fault[]
}

interface Piece {
  /** The index of the comma or bracket after it. */
  end: number
  items: Item[]
  faults: Fault[]
}

/** Longest item, which may extend beyond its piece. A row of numbers is never longer. Bytes. */
const maxItemBytes = 1024 * 1024
/** Parsing, checking and copying a byte of an item takes about this many times as long as scanning it. */
const costOfParsing = 8
/** Fixed cost of a piece, in bytes. */
const costOfPiece = 1024

const comma = 0x2c
const closeBracket = 0x5d
const closeBrace = 0x7d

/**
 * Reads arrays into columns, piece by piece: only `pieceBytes` of an array exist as objects at a time.
 *
 * A piece ends at the comma after a closing brace, or at the first closing bracket. A native search finds both, but a string in an item
 * could mislead it. Valid items contain no strings except their names, so a piece that parses and validates was cut at the right place.
 * Any other piece is cut again by a scan, so its faults are real.
 */
export function createColumnsReader(
  { field, names, array, most }: BodyColumns,
  limits: ScanLimits,
  pieceBytes: number,
) {
  const { minItems = 0, maxItems = most, ...list } = array as TArray & { minItems?: number; maxItems?: number }
  const length = { type: 'array', minItems, maxItems }
  for (const schema of [list, length]) prepareValidation(schema)
  const itemLimits = { ...limits, bytes: pieceBytes + maxItemBytes }

  const readPiece = (bytes: Buffer, start: number): Piece => {
    const end = likelyEndOfPiece(bytes, start, pieceBytes)
    const items = end === undefined ? undefined : tryParseItems(bytes, start, end)
    if (end !== undefined && items && validate(list, items).length === 0) return { end, items, faults: [] }
    return readFaultyPiece(bytes, start, endOfItem(bytes, start, start + pieceBytes, itemLimits))
  }

  const readFaultyPiece = (bytes: Buffer, start: number, end: number): Piece => {
    const text = Buffer.concat([Buffer.from('['), bytes.subarray(start, end), Buffer.from(']')])
    const { value, faults } = parseJson(text, { isPart: true })
    return { end, items: value as Item[], faults: mergeFaults(faults, validate(list, value)) }
  }

  /** `open`: the index of the opening bracket. `total`: the items of all such arrays of the body so far. */
  return async function readColumns(
    bytes: Buffer,
    open: number,
    total: { items: number },
    pace: Pace,
  ): Promise<ReadArray> {
    const parts: Columns[] = []
    const sample: Item[] = []
    const faults: Fault[] = []
    let count = 0
    for (let start = open + 1; ; ) {
      const { end, items, faults: found } = readPiece(bytes, start)
      const isLast = bytes[end] === closeBracket
      // JSON allows neither a trailing comma nor two commas in a row.
      const isMisplaced = items.length === 0 && (count > 0 || !isLast)
      if (isMisplaced || (!isLast && bytes[end] !== comma)) throw notJson()
      if (faults.length < enoughFaults) faults.push(...found.map((fault) => moveFault(fault, count)))
      if (faults.length === 0) parts.push(columnsOf(items, names))
      if (sample.length < minItems) sample.push(...items.slice(0, minItems - sample.length))
      count += items.length
      total.items += items.length
      if (total.items > most) throw tooManyItems(field, most)
      await pace.spend(end - start + costOfPiece, costOfParsing)
      start = end + 1
      if (!isLast) continue
      const lengthFaults = count > maxItems ? validate(length, new Array(count)) : []
      return { end: start, columns: joinColumns(parts, names), sample, faults: [...lengthFaults, ...faults] }
    }
  }
}

/** Where a piece ends if it has no faults; undefined when no end is near. */
function likelyEndOfPiece(bytes: Buffer, start: number, pieceBytes: number): number | undefined {
  const near = bytes.subarray(start, start + 2 * pieceBytes)
  const close = near.indexOf(closeBracket)
  const endOfItem = near.indexOf(closeBrace, pieceBytes)
  const separator = endOfItem < 0 ? -1 : near.indexOf(comma, endOfItem)
  if (separator >= 0 && (close < 0 || separator < close)) return start + separator
  return close < 0 ? undefined : start + close
}

function tryParseItems(bytes: Buffer, start: number, end: number): Item[] | undefined {
  try {
    return JSON.parse(`[${bytes.toString('latin1', start, end)}]`)
  } catch (error) {
    // The piece is not JSON, or was cut at a wrong place: a scan decides.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Turns a fault of the piece that begins with the item `offset` into a fault of the array. */
function moveFault(fault: Fault, offset: number): Fault {
  const pointer = fault.pointer.replace(/^\/(\d+)/, (_, index: string) => `/${Number(index) + offset}`)
  return { ...fault, pointer }
}

const notJson = () => new ServiceError('malformed-json', { detail: 'The body is not JSON.' })

const tooManyItems = (field: string, most: number) =>
  new ServiceError('payload-too-large', {
    detail: `The body has more than ${most} ${field}. Send less at once.`,
  })

/** The columns of items that have passed their schema. */
function columnsOf(items: readonly Readonly<Record<string, number>>[], names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, columnOf(items, name)]))
}

/** Puts columns in place of the arrays of a body that has passed its schema. */
export function putColumns(members: readonly BodyMember[], { field, names }: BodyColumns): void {
  for (const { holder, name } of members) {
    const items = holder[name]
    if (name === field && Array.isArray(items)) holder[name] = columnsOf(items, names)
  }
}

/** Stores -0 as 0. Responses show -0 as 0, and a client that sends back a response must not change the data. */
function columnOf(items: readonly Readonly<Record<string, number>>[], name: string): Float64Array {
  const column = new Float64Array(items.length)
  for (let index = 0; index < items.length; index++) column[index] = (items[index]?.[name] ?? Number.NaN) + 0
  return column
}

function joinColumns(parts: readonly Columns[], names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, joined(parts.map((part) => part[name] as Float64Array))]))
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
