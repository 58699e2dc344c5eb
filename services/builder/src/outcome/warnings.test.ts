import { expect, test } from 'vitest'
import { collectWarnings, mostWarnings } from './warnings.ts'

const warning = (message: string) => ({ code: 'image-unreadable', message })

test('equal warnings are listed once', () => {
  const warnings = collectWarnings()
  warnings.add({ ...warning('a'), externalId: 'P-1' })
  warnings.add({ ...warning('a'), externalId: 'P-1' })
  warnings.add({ ...warning('a'), externalId: 'P-2' })
  expect(warnings.list()).toEqual([
    { severity: 'warning', code: 'image-unreadable', message: 'a', externalId: 'P-1', pointer: null },
    { severity: 'warning', code: 'image-unreadable', message: 'a', externalId: 'P-2', pointer: null },
  ])
})

test('a fresh warning is returned once', () => {
  const warnings = collectWarnings()
  warnings.add(warning('a'))
  expect(warnings.hasFresh()).toBe(true)
  expect(warnings.fresh().map(({ message }) => message)).toEqual(['a'])
  expect(warnings.hasFresh()).toBe(false)
  warnings.add(warning('b'))
  expect(warnings.fresh().map(({ message }) => message)).toEqual(['b'])
  expect(warnings.list()).toHaveLength(2)
})

test('warnings beyond the limit are counted, so that the message stays small', () => {
  const warnings = collectWarnings()
  for (let index = 0; index < mostWarnings + 5; index++) warnings.add(warning(String(index)))
  expect(warnings.list()).toHaveLength(mostWarnings + 1)
  expect(warnings.list().at(-1)?.message).toBe('5 more warnings are not listed.')
})
