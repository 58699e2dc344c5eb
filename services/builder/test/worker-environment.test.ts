import { expect, test } from 'vitest'
import { spec } from '../src/config.ts'
import { workerEnvironment } from '../src/worker-pool/worker-process.ts'

test('a worker inherits memory allocation and time zone, and no setting of the service', () => {
  const settings = Object.fromEntries(Object.keys(spec).map((name) => [name, 'secret']))
  const environment = { ...settings, PATH: '/bin', NODE_OPTIONS: '--import x', MALLOC_ARENA_MAX: '2', TZ: 'UTC' }
  expect(workerEnvironment(environment)).toEqual({ MALLOC_ARENA_MAX: '2', TZ: 'UTC' })
})
