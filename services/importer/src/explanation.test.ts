import { expect, test } from 'vitest'
import { explainFor, verbatim } from './explanation.ts'

const german = explainFor({ 'accept-language': 'de' })

test('a reason of quarantine is in the language of the reader, and a sentence of another service stays as it is', () => {
  expect(german({ id: 'sender.not-listed' })).toBe('Der Absender steht auf keiner Liste eines Kontos.')
  expect(german(verbatim('Nobody knows.'))).toBe('Nobody knows.')
})

// cspell:ignore Absender Der Kontos Liste auf eines keiner steht
