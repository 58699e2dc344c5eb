import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { refusalSentences } from './refusals.ts'

const document = readFileSync(new URL('../../../../docs/csv-by-mail.md', import.meta.url), 'utf8')

it.each(Object.entries(refusalSentences))(
  '%s is said in the document for those who send lists',
  (_reason, sentence) => {
    expect(document).toContain(sentence)
  },
)
