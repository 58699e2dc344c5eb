import { expect, test } from 'vitest'
import { auditTextsFor } from './audit-texts.ts'

const entry = { action: 'document.attached', code: null, message: 'The document “Ticket” was attached.' }
const german = auditTextsFor({ 'accept-language': 'de' })

test('English is the stored sentence', () => {
  expect(auditTextsFor({})(entry)).toBe(entry.message)
})

test('another language names the action, and the problem of a build', () => {
  expect(german(entry)).toBe('Ein Dokument wurde angehängt.')
  const warning = { action: 'build.warning', code: 'image-unreadable', message: 'x' }
  expect(german(warning)).toMatch(/^Ein Bild konnte nicht gelesen werden/)
  expect(german({ ...warning, action: 'build.failed', code: null })).toBe(
    'Die Dokumente konnten nicht erstellt werden.',
  )
})

test('an action without a text has a general one', () => {
  for (const action of ['new.action', 'constructor']) expect(german({ ...entry, action })).toBe('Etwas wurde geändert.')
})

// cspell:ignore Bild Die Dokument Dokumente Ein Etwas angehängt erstellt gelesen geändert konnte konnten nicht werden wurde
