import { expect, test } from 'vitest'
import { documentFault } from './document-file.ts'

test('a document of more than 10 MB is refused before the upload', () => {
  const largest = 10 * 1024 * 1024
  expect([largest, largest + 1].map((bytes) => documentFault(new Blob([new Uint8Array(bytes)])))).toEqual([
    null,
    'documentTooLarge',
  ])
})
