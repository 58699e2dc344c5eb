import { expect, test } from 'vitest'
import { explainFor, verbatim } from './explanation.ts'

const german = explainFor({ 'accept-language': 'de' })

test('a reason of quarantine is in the language of the reader, also one that was stored as a sentence', () => {
  const sentence = 'Der Absender steht auf keiner Liste eines Kontos.'
  expect(german({ id: 'sender.not-listed' })).toBe(sentence)
  expect(german(verbatim('The sender is on no account’s list.'))).toBe(sentence)
  expect(german(verbatim('Nobody knows.'))).toBe('Nobody knows.')
})

// cspell:ignore Absender Der Kontos Liste auf eines keiner steht
