import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

const honouring = Object.values<Operation>(operations)
  .filter(({ audience, errors }) => audience !== 'internal' && errors.includes('idempotency-key-reused'))
  .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`) }))

/** Whether the operation of a request supports `Idempotency-Key`. Other operations ignore the header. */
export function honoursIdempotencyKey(method: string, path: string): boolean {
  return honouring.some((one) => one.method === method && one.pattern.test(path))
}
