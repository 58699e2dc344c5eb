import { HeaderScanner, HeaderSyntaxError } from './header-scanner.ts'

/** One result of an `Authentication-Results` header. */
export interface MethodResult {
  /** Lower case. */
  method: string
  /** Lower case. */
  result: string
  /** By `ptype.property` in lower case, such as `header.d`. */
  properties: ReadonlyMap<string, string>
  hasComment: boolean
  /** Its start in the header. */
  position: number
}

export interface AuthenticationResults {
  /** Lower case. */
  authservId: string
  results: MethodResult[]
}

const keyword = /[a-z0-9](?:[a-z0-9-]*[a-z0-9])?/iy
const quoted = /"(?:[^"\\]|\\.)*"/y
/** Wider than the grammar’s token: servers write Base64 and IPv6 addresses without quotes. */
const bareValue = /[^\s;()"]+/y
const digits = /\d+/y

/** Parses the unfolded value of an `Authentication-Results` header (RFC 8601, section 2.2). Throws `HeaderSyntaxError` when it violates the grammar. */
export const parseAuthenticationResults = (value: string): AuthenticationResults => {
  const scanner = new HeaderScanner(value)
  scanner.skipBlanks()
  const authservId = (readQuoted(scanner) ?? scanner.expect(/[^\s;()"=,]+/y)).toLowerCase()
  scanner.skipBlanks()
  const version = scanner.read(digits)
  if (version !== null && Number(version) !== 1) throw new HeaderSyntaxError(`Unknown version ${version}.`)
  scanner.skipBlanks()
  const results: MethodResult[] = []
  while (!scanner.isAtEnd) {
    scanner.expect(/;/y)
    const result = readResult(scanner)
    if (result === null) break
    results.push(result)
  }
  return { authservId, results: scanner.isAtEnd ? results : failAtRest(scanner) }
}

const failAtRest = ({ position }: HeaderScanner): never => {
  throw new HeaderSyntaxError(`Expected the end at ${position}.`)
}

/** `method [/ version] = result [reason = value] *(ptype.property = value)`; `null` for `none`, which is the only result then. */
const readResult = (scanner: HeaderScanner): MethodResult | null => {
  const position = scanner.position
  let blanks = scanner.skipBlanks()
  const method = scanner.expect(keyword).toLowerCase()
  blanks += scanner.skipBlanks()
  if (method === 'none' && scanner.isAtEnd) return null
  if (scanner.read(/\//y) !== null) {
    blanks += scanner.skipBlanks()
    scanner.expect(digits)
    blanks += scanner.skipBlanks()
  }
  scanner.expect(/=/y)
  blanks += scanner.skipBlanks()
  const result = scanner.expect(keyword).toLowerCase()
  const properties = new Map<string, string>()
  for (;;) {
    const gap = scanner.skipBlanks()
    blanks += gap
    const ptype = gap === '' ? null : scanner.read(keyword)
    if (ptype === null) return { method, result, properties, hasComment: blanks.includes('('), position }
    const isReason = ptype.toLowerCase() === 'reason' && properties.size === 0
    blanks += scanner.skipBlanks()
    const dot = isReason ? scanner.read(/\./y) : scanner.expect(/\./y)
    blanks += scanner.skipBlanks()
    const name = dot === null ? 'reason' : `${ptype}.${scanner.expect(keyword)}`.toLowerCase()
    blanks += scanner.skipBlanks()
    scanner.expect(/=/y)
    blanks += scanner.skipBlanks()
    if (properties.has(name)) throw new HeaderSyntaxError(`${name} occurs twice in one result.`)
    properties.set(name, readValue(scanner))
  }
}

/** A token, a quoted string, or an address, whose local part may be quoted. */
const readValue = (scanner: HeaderScanner): string => {
  const text = readQuoted(scanner)
  if (text === null) return scanner.expect(bareValue)
  return text + (scanner.read(/@[^\s;()"@]+/y) ?? '')
}

const readQuoted = (scanner: HeaderScanner): string | null =>
  scanner.read(quoted)?.slice(1, -1).replace(/\\(.)/g, '$1') ?? null
