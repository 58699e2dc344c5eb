import { expect, test } from 'vitest'
import { collectWarnings, mostWarningBytes, mostWarnings } from './warnings.ts'

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

test('a warning is fresh until it is reported', () => {
  const warnings = collectWarnings()
  warnings.add(warning('a'))
  expect(warnings.hasFresh()).toBe(true)
  expect(warnings.fresh().map(({ message }) => message)).toEqual(['a'])
  warnings.add(warning('b'))
  expect(warnings.fresh().map(({ message }) => message)).toEqual(['a', 'b'])
  warnings.reported(1)
  expect(warnings.fresh().map(({ message }) => message)).toEqual(['b'])
  expect(warnings.list()).toHaveLength(2)
})

test('warnings beyond the limit are counted, so that the message stays small', () => {
  const warnings = collectWarnings()
  for (let index = 0; index < mostWarnings + 5; index++) warnings.add(warning(String(index)))
  expect(warnings.list()).toHaveLength(mostWarnings + 1)
  expect(warnings.list().at(-1)?.message).toBe('5 more warnings are not listed.')
})

test('300 warnings of routes with names of 1,000 Cyrillic letters keep the message small, and say what to do', () => {
  const warnings = collectWarnings()
  for (let index = 0; index < 300; index++) {
    const externalId = `${index} ${'Щ'.repeat(1_000 - 4)}`
    const message = `The route "${externalId}" is shown as an alternative. If that is wrong, send the role \`main\` with it.`
    warnings.add({ code: 'route-is-alternative', message, externalId, pointer: `/guidebook/stages/0/routes/${index}` })
  }
  const listed = warnings.list()
  expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThan(mostWarningBytes + 1_000)
  expect(listed.length).toBeGreaterThan(90)
  expect(listed.at(-1)?.message).toBe(`${301 - listed.length} more warnings are not listed.`)
  const [first] = listed
  expect([...(first?.message ?? '')]).toHaveLength(600)
  expect(first?.message).toMatch(
    /^The route "0 Щ+…Щ+" is shown as an alternative\. If that is wrong, send the role `main` with it\.$/,
  )
  expect(first?.externalId).toMatch(/^0 Щ+…Щ+$/)
})

test('a custom ID and an ordinary message are not shortened, nor is a character cut in two', () => {
  const warnings = collectWarnings()
  warnings.add({ ...warning('A message.'), externalId: 'P'.repeat(255) })
  warnings.add({ ...warning('b'), externalId: '🏔'.repeat(1_000) })
  expect(warnings.list().map(({ externalId }) => externalId)).toEqual([
    'P'.repeat(255),
    `${'🏔'.repeat(149)}…${'🏔'.repeat(150)}`,
  ])
})
