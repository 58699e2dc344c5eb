import { expect, it } from 'vitest'
import { sentenceOf } from './warnings.ts'

it('a warning says which item it is about, once', () => {
  expect(sentenceOf({ message: 'The picture could not be read.', externalId: 'P-1' })).toBe(
    'P-1: The picture could not be read.',
  )
  expect(sentenceOf({ message: 'The text P-1 does not exist.', externalId: 'P-1' })).toBe(
    'The text P-1 does not exist.',
  )
  expect(sentenceOf({ message: 'No translation.', externalId: null })).toBe('No translation.')
})
