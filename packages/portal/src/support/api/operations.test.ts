import { isKeyed, type Operation, operations } from '@guidebook/contracts'
import { expect, test } from 'vitest'
import { type Called, harmless, keyed, targets } from './operations.ts'

test.each(Object.entries(targets))('%s is called as the contracts declare it', (name, target) => {
  const operation: Operation = operations[name as Called]
  const { method, path, audience } = operation
  expect(audience).toBe('admin')
  expect(target).toBe(`${method} ${path.replace('/admin', '')}`)
  expect(keyed.has(name as Called)).toBe(isKeyed(operation))
  expect(harmless.has(name as Called)).toBe(operation.changesNothing === true)
})
