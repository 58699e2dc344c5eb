import { expect, test } from 'vitest'
import { spec } from '../src/config.ts'
import { workerEnvironment } from '../src/worker-pool/worker-process.ts'

test('a worker inherits memory allocation, time zone and code cache, and no setting of the service', () => {
  const settings = Object.fromEntries(Object.keys(spec).map((name) => [name, 'secret']))
  const inherited = { MALLOC_ARENA_MAX: '2', TZ: 'UTC', NODE_COMPILE_CACHE: '/cache' }
  const environment = { ...settings, PATH: '/bin', NODE_OPTIONS: '--import x', ...inherited }
  expect(workerEnvironment(environment)).toEqual(inherited)
})
