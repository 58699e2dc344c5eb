import { randomBytes } from 'node:crypto'
import { type Fault, type Operation, usualBodyValues, validate } from '@guidebook/contracts'
import type { TSchema } from 'typebox'
import { type BodyMember, isDeclared, membersNamed, pointerTo } from './body-members.ts'
import { Pace } from './pace.ts'
import { enoughFaults, mergeFaults, parseJson } from './parse-json.ts'
import { readBase64 } from './read-base64.ts'
import { createColumnsReader, putColumns, type ReadArray } from './read-columns.ts'
import { type FoundField, JsonScan, type ScanLimits, tooManyBytes } from './scan-json.ts'

/**
 * - `largeBody`: bytes from which a body is read in pieces, between which other requests are served.
 * - `rest`: most bytes besides the arrays and texts that are taken out; they are parsed and checked without a pause.
 * - `piece`: bytes of such an array that exist as objects at the same time: more than a thousand points.
 */
const usualSizes = { largeBody: 64 * 1024, rest: 8 * 1024 * 1024, piece: 64 * 1024 }

type Taken = Pick<Operation, 'bodyColumns' | 'bodyBase64' | 'bodyValues'>

/** An array that becomes columns, or a text that becomes bytes, from `start` to `end` in the body. */
type Extent = { start: number; end: number; array?: ReadArray; bytes?: Buffer }

interface TakenMember {
  member: BodyMember
  extent: Extent
}

/** Parsing a byte of a text takes about this many times as long as scanning it. */
const costOfParsing = 2
/** Bytes that are scanned without a pause. */
const sliceBytes = 256 * 1024
const openBracket = 0x5b

/**
 * Reads JSON bodies by their contract. Declared arrays become columns and, in large bodies, long Base64 texts become bytes. Throws 400
 * `malformed-json`, and 413 `payload-too-large` for more values than the operation accepts. Adds all other faults to `faults`; the
 * result is then undefined. An object that accepts any name may have a text with the name of the Base64 field; it remains a text.
 *
 * Counts the values before it builds anything. A large body is read in turns of a few milliseconds: declared arrays and long Base64
 * texts are read separately, and marks replace them. The rest is small enough to be parsed and checked as a whole. Marks are random, so
 * that no sender can forge one.
 */
export function createJsonReader(schema: TSchema, taken: Taken, sizes: Partial<typeof usualSizes> = {}) {
  const { largeBody, rest, piece } = { ...usualSizes, ...sizes }
  const { bodyColumns: columns, bodyBase64: base64 } = taken
  const names = [columns?.field, base64].filter((name) => name !== undefined)
  const limits: ScanLimits = {
    values: taken.bodyValues ?? usualBodyValues,
    bytes: names.length > 0 ? rest : Number.POSITIVE_INFINITY,
    beside: names.length > 0 ? ` beside its ${names.join(' and ')}` : '',
  }
  const readColumns = columns && createColumnsReader(columns, limits, piece)

  const readExtents = async (bytes: Buffer): Promise<Extent[]> => {
    const extents: Extent[] = []
    const pace = new Pace()
    const total = { items: 0 }
    const readExtent = async ({ field, valueAt: start }: FoundField): Promise<Extent | undefined> => {
      if (field === base64) {
        const text = await readBase64(bytes, start, pace)
        return text && { start, ...text }
      }
      if (!readColumns || bytes[start] !== openBracket) return undefined
      const array = await readColumns(bytes, start, total, pace)
      return { start, end: array.end, array }
    }
    const scan = new JsonScan(bytes, limits, bytes.length >= largeBody ? names : [])
    while (!scan.isDone) {
      const from = scan.at
      const found = scan.advance(from + sliceBytes)
      await pace.spend(scan.at - from)
      const extent = found && (await readExtent(found))
      if (!extent) continue
      extents.push(extent)
      scan.skip(extent.end)
    }
    return extents
  }

  /** Puts back texts that are not in a Base64 field, so that they are checked like any other text. Returns the other members. */
  const restoreTexts = async (members: readonly TakenMember[], bytes: Buffer): Promise<TakenMember[]> => {
    const pace = new Pace()
    const others: TakenMember[] = []
    for (const { member, extent } of members) {
      if (extent.array || isDeclared(member, schema)) {
        others.push({ member, extent })
        continue
      }
      const length = extent.end - extent.start
      if (length > rest) throw tooManyBytes(limits)
      member.holder[member.name] = JSON.parse(bytes.toString('latin1', extent.start, extent.end))
      await pace.spend(length, costOfParsing)
    }
    return others
  }

  return async function readJson(bytes: Buffer, faults: Fault[]): Promise<unknown> {
    const extents = await readExtents(bytes)
    const mark = extents.length > 0 ? randomBytes(24).toString('hex') : ''
    const parsed = parseJson(withMarks(bytes, extents, mark), { isPart: extents.length > 0 })
    const marked = new Map<unknown, Extent>(extents.map((extent, index) => [`${mark}${index}`, extent]))
    const members = membersNamed(names, parsed.value)
    const placed = members.flatMap((member) => {
      const extent = marked.get(member.holder[member.name])
      return extent ? [{ member, extent }] : []
    })
    const taken = await restoreTexts(placed, bytes)
    const arrayFaults: Fault[] = []
    for (const { member, extent } of taken) {
      if (!extent.array) continue
      member.holder[member.name] = extent.array.sample
      for (const fault of extent.array.faults) {
        arrayFaults.push({ ...fault, pointer: pointerTo(member) + fault.pointer })
      }
    }
    const found = mergeFaults(mergeFaults(parsed.faults, arrayFaults), validate(schema, parsed.value))
    if (found.length > 0) {
      faults.push(...found.slice(0, enoughFaults))
      return undefined
    }
    if (columns) putColumns(members, columns)
    for (const { member, extent } of taken) member.holder[member.name] = extent.array?.columns ?? extent.bytes
    return parsed.value
  }
}

/** The body with each extent replaced by a mark, which is a JSON string. */
function withMarks(body: Buffer, extents: readonly Extent[], mark: string): Buffer {
  if (extents.length === 0) return body
  let from = 0
  const parts = extents.flatMap(({ start, end }, index) => {
    const before = body.subarray(from, start)
    from = end
    return [before, Buffer.from(`"${mark}${index}"`)]
  })
  return Buffer.concat([...parts, body.subarray(from)])
}
