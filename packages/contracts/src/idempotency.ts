import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { createPathMatcher } from './path-matcher.ts'

const all: Operation[] = Object.values(operations)
const matcher = createPathMatcher(all.filter(({ audience }) => audience !== 'internal'))

/** Whether the operation of a request supports `Idempotency-Key`. Other operations refuse the header. */
export function honoursIdempotencyKey(method: string, path: string): boolean {
  const [pathname = ''] = path.split('?', 1)
  const found = matcher.match(method, pathname)
  return found !== null && 'operation' in found && found.operation.errors.includes('idempotency-key-reused')
}
