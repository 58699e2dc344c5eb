import { expect, test } from 'vitest'
import { collectWarnings } from '../outcome/warnings.ts'
import { reportTextResults } from './text-warnings.ts'

test('elements left out of a text are reported once, for the first language that has them', () => {
  const warnings = collectWarnings()
  const report = reportTextResults(warnings)
  const of = (externalId: string | null, ...leftOut: string[]) => ({
    externalId,
    pointer: null,
    leftOut,
    shown: 'whole' as const,
  })
  report([of('T-1', 'img')], null)
  report([of('T-1', 'img', 'video'), of('T-2', 'iframe'), of(null, 'form')], 'fr')
  report([of('T-2', 'iframe')], 'it')
  expect(warnings.list().map(({ externalId, message }) => [externalId, message])).toEqual([
    ['T-1', 'The text contains elements that cannot be shown and were left out: img.'],
    ['T-2', 'The text on the page in "fr" contains elements that cannot be shown and were left out: iframe.'],
    [
      null,
      'The description of the guidebook on the page in "fr" contains elements that cannot be shown and were left out: form.',
    ],
  ])
  expect(warnings.list().map(({ severity, code }) => [severity, code])).toEqual([
    ['info', 'html-left-out'],
    ['info', 'html-left-out'],
    ['info', 'html-left-out'],
  ])
})

test('a text that is reduced or left out adds a warning with its item and the remedy', () => {
  const warnings = collectWarnings()
  const report = reportTextResults(warnings)
  report([{ externalId: 'T-1', pointer: '/text/0', leftOut: ['img'], shown: 'plain' }], null)
  report([{ externalId: 'T-2', pointer: null, leftOut: [], shown: 'omitted' }], null)
  expect(warnings.list()).toMatchObject([
    { severity: 'warning', code: 'text-too-complex', externalId: 'T-1', pointer: '/text/0' },
    { severity: 'warning', code: 'text-too-long', externalId: 'T-2', message: expect.stringContaining('Shorten') },
  ])
})
