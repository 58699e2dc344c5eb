import { expect, test } from 'vitest'
import { leftOutTeller } from './left-out.ts'
import { collectWarnings } from './warnings.ts'

test('what is left out of a text is told once, in the language in which it was met first', () => {
  const warnings = collectWarnings()
  const tell = leftOutTeller(warnings)
  const of = (externalId: string | null, ...elements: string[]) => ({ externalId, pointer: null, elements })
  tell([of('T-1', 'img')], null)
  tell([of('T-1', 'img', 'video'), of('T-2', 'iframe'), of(null, 'form')], 'fr')
  tell([of('T-2', 'iframe')], 'it')
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
