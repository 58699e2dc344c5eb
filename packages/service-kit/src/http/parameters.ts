import type { IncomingHttpHeaders } from 'node:http'
import { type Fault, readParameters, validate } from '@guidebook/contracts'
import { type TObject, Type } from 'typebox'
import { ServiceError } from '../errors/service-error.ts'
import { childPointer, enoughFaults, isStorable } from './parse-json.ts'

const none = Type.Object({}, { additionalProperties: false })

/** Reads the query parameters in the types of the schema. A repeated parameter is a list, which only an array in the schema accepts. */
export function readQuery(search: string, schema: TObject = none, faults: Fault[]): Record<string, unknown> {
  if (search === '' && schema === none) return {}
  const sent = new Map<string, string | string[]>()
  for (const [name, text] of new URLSearchParams(search)) {
    const before = sent.get(name)
    if (Array.isArray(before)) before.push(text)
    else if (before !== undefined) sent.set(name, [before, text])
    else sent.set(name, takesList(schema, name) ? [text] : text)
  }
  return read(schema, Object.fromEntries(sent), faults)
}

/** Reads the path parameters. A malformed identifier returns 404, like an unknown one. */
export function readParams(
  params: Readonly<Record<string, string>>,
  schema: TObject | undefined,
  faults: Fault[],
): Record<string, unknown> {
  if (schema) {
    const own: Fault[] = []
    const value = read(schema, params, own)
    if (own.some(({ pointer }) => isIdentifier(schema, pointer.slice(1)))) throw new ServiceError('not-found')
    faults.push(...own)
    return value
  }
  rejectInvalidText(params, faults)
  return params
}

/** Checks the headers that the operation declares. Throws 400 `invalid-header` for the first one that is missing or invalid. */
export function requireHeaders(headers: IncomingHttpHeaders, schema: TObject | undefined): void {
  if (schema === undefined) return
  const named = Object.keys(schema.properties).filter((name) => headers[name] !== undefined)
  const [fault] = validate(schema, Object.fromEntries(named.map((name) => [name, headers[name]])))
  if (fault === undefined) return
  throw new ServiceError('invalid-header', { detail: `The header ${fault.pointer.slice(1)} ${fault.message}.` })
}

function read(schema: TObject, sent: Readonly<Record<string, string | string[]>>, faults: Fault[]) {
  const read = readParameters(schema, sent)
  faults.push(...read.faults)
  rejectInvalidText(sent, faults)
  return read.value
}

/** Identifiers are `wellFormed` texts. Faults of other path parameters (a flag, a number, a language) are reported. */
function isIdentifier(schema: TObject, name: string): boolean {
  return (schema.properties[name] as { wellFormed?: boolean } | undefined)?.wellFormed === true
}

function takesList(schema: TObject, name: string): boolean {
  if (!Object.hasOwn(schema.properties, name)) return false
  return (schema.properties[name] as { type?: unknown }).type === 'array'
}

/** PostgreSQL rejects NUL even in a text that is only compared. */
function rejectInvalidText(sent: Readonly<Record<string, string | string[]>>, faults: Fault[]): void {
  for (const name in sent) {
    if (faults.length >= enoughFaults) return
    const value = sent[name] ?? ''
    if (typeof value === 'string' ? isStorable(value) : value.every(isStorable)) continue
    const pointer = childPointer('', name)
    if (faults.some((fault) => fault.pointer === pointer)) continue
    faults.push({ pointer, code: 'invalid-text', message: 'must not contain the character NUL' })
  }
}
