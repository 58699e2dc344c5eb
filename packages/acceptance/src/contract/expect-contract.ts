import {
  codesOf,
  type ErrorCode,
  errorCatalogue,
  headersOf,
  type Operation,
  type Problem,
  schemas,
  validate,
} from '@guidebook/contracts'
import { expect } from 'vitest'
import type { Received } from '../exchange.ts'

/** Fails unless the operation's contract allows the response. `sent`: the JSON value of the body, if it had one. */
export function expectContract(operation: Operation, received: Received, sent?: unknown): void {
  const { status, headers, text } = received
  const place = `${operation.method} ${operation.path}: ${status} ${text.slice(0, 1000)}`
  expect(status, place).toBeLessThan(500)
  expect(headers['x-request-id'], place).toMatch(/^[\w.-]{1,128}$/)
  const isProblem = headers['content-type']?.startsWith('application/problem+json') === true
  const codes = isProblem ? [(JSON.parse(text) as Problem).code] : []
  const declaredHeaders = Object.keys(headersOf(operation, status, codes)).map((name) => name.toLowerCase())
  expect(Object.keys(headers), place).toEqual(expect.arrayContaining(declaredHeaders))
  if (isProblem) {
    expectProblem(operation, received, sent, place)
    return
  }
  const declared = operation.responses[status]
  expect(declared, `a declared status; ${place}`).toBeDefined()
  if (declared?.body !== undefined) expect(validate(declared.body, JSON.parse(text)), place).toEqual([])
  else if (declared?.contentType !== undefined) {
    const pattern = new RegExp(`^${declared.contentType.replace('*', '.*').replaceAll('+', '\\+')}`)
    expect(headers['content-type'], place).toMatch(pattern)
  } else expect(text, place).toBe('')
}

function expectProblem(operation: Operation, { status, headers, text }: Received, sent: unknown, place: string): void {
  const problem = JSON.parse(text) as Problem
  expect(validate(schemas.problem, problem), place).toEqual([])
  expect(problem.status, place).toBe(status)
  expect(problem.requestId, place).toBe(headers['x-request-id'])
  expect(problem.type.endsWith(`/${problem.code}`), place).toBe(true)
  expect(errorCatalogue[problem.code].status, place).toBe(status)
  expect([...codesOf(operation)], `a declared error; ${place}`).toContain(problem.code)
  for (const { pointer, code } of problem.errors)
    expect(isPlace(operation, pointer, code, sent), `${pointer}; ${place}`).toBe(true)
}

/** Whether the pointer exists in the body or among the parameters; of a missing field, whether its object exists. */
function isPlace({ params, query }: Operation, pointer: string, code: ErrorCode, sent: unknown): boolean {
  if (pointer === '') return true
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (
    steps.length === 1 &&
    (code === 'unknown-field' || [params, query].some((schema) => schema?.properties[steps[0] ?? '']))
  )
    return true
  const parent = steps.slice(0, -1).reduce(inside, sent)
  return code === 'required-field' ? isObject(parent) : inside(parent, steps.at(-1) ?? '', code) !== undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A pointer contains at most two hundred characters of a name. */
function inside(value: unknown, step: string, code?: unknown): unknown {
  if (!isObject(value)) return undefined
  if (Object.hasOwn(value, step)) return (value as Record<string, unknown>)[step] ?? null
  const isCut =
    code === 'unknown-field' &&
    Object.keys(value).some((key) => key.toWellFormed().startsWith(step.replace(/\ufffd$/, '')))
  return isCut ? null : undefined
}
