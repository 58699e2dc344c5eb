import { requestedLanguage } from '@guidebook/messages'
import type { FailureReason } from '@guidebook/service-kit/outbound'
import { connectionFailure, inEnglish } from '@guidebook/service-kit/outbound'
import { expect, test } from 'vitest'
import { explainDelivery, explainEnd, type StoredDelivery } from './explain-reason.ts'

// cspell:ignore abgelaufen antwortete aufgelöst bevor diesem dieser EMFILE Frist geschlossen groß Kopfzeilen nichts nimmt öffentlich Rechnername
// cspell:ignore Unter Verbindung Verbindungen vertraut vollständig vollständige wurde Zertifikat konnte keine

const failureOf = (code: string) => connectionFailure(Object.assign(new Error(code), { code }), false).reason
const explained = (explanation: FailureReason | null, reason: string | null, headers: Record<string, string>) =>
  explainDelivery({ attempts: [{ explanation, reason }] } as StoredDelivery, requestedLanguage(headers)).attempts

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
  const english = inEnglish(failureOf(code))
  expect(explained(failureOf(code), english, { 'accept-language': 'de-AT,en;q=0.5' })).toEqual([{ reason: sentence }])
  expect(explained(failureOf(code), english, {})).toEqual([{ reason: english }])
})

test('an attempt of an earlier version has its English sentence', () => {
  const reason = 'Nothing accepts connections at this address and port (ECONNREFUSED).'
  expect(explained(null, reason, { 'accept-language': 'de' })).toEqual([{ reason }])
})

test('the end of an endpoint is explained, also if an earlier version stored a sentence', () => {
  expect(explainEnd('gone', 'en')).toBe('The receiver responded with 410 Gone.')
  expect(explainEnd('gone', 'de')).toMatch(/antwortete mit 410/)
  expect(explainEnd('Every attempt in the last five days failed.', 'de')).toMatch(/^Every attempt/)
  expect(explainEnd(null, 'de')).toBeNull()
})
