import { readFileSync } from 'node:fs'
import { messagesOf } from '@guidebook/messages'
import { expect, it } from 'vitest'

const document = readFileSync(new URL('../../../../docs/csv-by-mail.md', import.meta.url), 'utf8')
const refusals = Object.entries(messagesOf('importExplanations', 'en')).filter(([id]) => id.startsWith('attachment.'))

it.each(refusals)('the guide for senders contains the message %s', (_id, sentence) => {
  expect(document).toContain(sentence)
})
