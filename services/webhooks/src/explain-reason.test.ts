import { messagesOf } from '@guidebook/messages'
import { connectionFailure } from '@guidebook/service-kit/outbound'
import { expect, test } from 'vitest'
import { explainFor, messageOfReason } from './explain-reason.ts'

// cspell:ignore abgelaufen antwortete aufgelöst bevor diesem dieser EMFILE Frist geschlossen groß Kopfzeilen nichts nimmt öffentlich Rechnername
// cspell:ignore Unter Verbindung Verbindungen vertraut vollständig vollständige wurde Zertifikat konnte keine

const german = explainFor({ 'accept-language': 'de-AT,en;q=0.5' })
const failureOf = (code: string) => connectionFailure(Object.assign(new Error(code), { code }), false).reason

test.each([
  ['ERR_FORBIDDEN_ADDRESS', 'Die Adresse ist nicht öffentlich.'],
  ['ETIMEDOUT', 'Innerhalb der Frist kam keine vollständige Antwort an.'],
  ['ENOTFOUND', 'Der Rechnername konnte nicht aufgelöst werden.'],
  ['CERT_HAS_EXPIRED', 'Das Zertifikat ist abgelaufen (CERT_HAS_EXPIRED).'],
  ['CERT_UNTRUSTED', 'Der TLS-Verbindung konnte nicht vertraut werden (CERT_UNTRUSTED).'],
  ['ECONNREFUSED', 'Unter dieser Adresse und diesem Port nimmt nichts Verbindungen an (ECONNREFUSED).'],
  ['ECONNRESET', 'Die Verbindung wurde geschlossen, bevor die Antwort vollständig war (ECONNRESET).'],
  ['UND_ERR_HEADERS_OVERFLOW', 'Die Kopfzeilen der Antwort sind zu groß.'],
  ['EMFILE', 'Die Verbindung ist fehlgeschlagen (EMFILE).'],
])('%s is explained in German', (code, sentence) => {
  expect(german(failureOf(code))).toBe(sentence)
  expect(explainFor({})(failureOf(code))).toBe(failureOf(code))
})

test('each stored sentence is recognised with its value', () => {
  for (const [id, text] of Object.entries(messagesOf('attemptReasons', 'en'))) {
    const sentence = typeof text === 'string' ? text : text({ code: 'EXAMPLE', status: 'EXAMPLE' })
    expect(messageOfReason(sentence)).toMatchObject({ id })
  }
  expect(german('The outgoing proxy opened no connection (it responded with 407).')).toMatch(/antwortete mit 407/)
})

test('a sentence that is worded otherwise stays as it is', () => {
  expect(german('The moon is in the way.')).toBe('The moon is in the way.')
})
