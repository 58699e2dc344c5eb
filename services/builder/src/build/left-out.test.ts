import { expect, test } from 'vitest'
import { reportTextResults } from './left-out.ts'
import { collectWarnings } from './warnings.ts'

test('what is left out of a text is reported once, in the language in which it was met first', () => {
  const warnings = collectWarnings()
  const report = reportTextResults(warnings)
  const of = (externalId: string | null, ...leftOut: string[]) => ({
    ...{ externalId, pointer: null, leftOut },
    shown: 'whole' as const,
  })
  report([of('T-1', 'img')], null)
  report([of('T-1', 'img', 'video'), of('T-2', 'iframe'), of(null, 'form')], 'fr')
  report([of('T-2', 'iframe')], 'it')
  expect(warnings.list().map(({ externalId, message }) => [externalId, message])).toEqual([
    ['T-1', 'The text holds elements that cannot be shown and were left out: img.'],
    ['T-2', 'The text, as the page in "fr" has it, holds elements that cannot be shown and were left out: iframe.'],
    [
      null,
      'The description of the guidebook, as the page in "fr" has it, holds elements that cannot be shown and were left out: form.',
    ],
  ])
  expect(warnings.list().map(({ severity, code }) => [severity, code])).toEqual([
    ['info', 'html-left-out'],
    ['info', 'html-left-out'],
    ['info', 'html-left-out'],
  ])
})

test('a text that is reduced or left out is a warning that names its item and the remedy', () => {
  const warnings = collectWarnings()
  const report = reportTextResults(warnings)
  report([{ externalId: 'T-1', pointer: '/text/0', leftOut: ['img'], shown: 'plain' }], null)
  report([{ externalId: 'T-2', pointer: null, leftOut: [], shown: 'omitted' }], null)
  expect(warnings.list()).toMatchObject([
    { severity: 'warning', code: 'text-too-complex', externalId: 'T-1', pointer: '/text/0' },
    { severity: 'warning', code: 'text-too-long', externalId: 'T-2', message: expect.stringContaining('Shorten') },
  ])
})
