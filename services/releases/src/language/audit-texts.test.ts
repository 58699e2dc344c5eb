import { expect, test } from 'vitest'
import { auditTextsFor } from './audit-texts.ts'

const none = { before: null, after: null, code: null, message: 'x' }
const entry = { ...none, action: 'document.attached', message: 'A document was attached.', after: { title: 'Ticket' } }
const german = auditTextsFor({ 'accept-language': 'de' })

test('English is the stored sentence', () => {
  expect(auditTextsFor({})(entry)).toBe(entry.message)
})

test('another language names the action, and the problem of a build with its item', () => {
  expect(german({ ...entry, after: null })).toBe('Ein Dokument wurde angehängt.')
  const warning = { ...none, action: 'build.warning', code: 'image-unreadable' }
  expect(german(warning)).toMatch(/^Ein Bild konnte nicht gelesen werden/)
  expect(german({ ...warning, after: { externalId: 'P-1', pointer: null } })).toMatch(/^P-1: Ein Bild/)
  const failed = { ...none, action: 'build.failed' }
  expect(german({ ...failed, after: { willRetry: false } })).toBe('Die Dokumente konnten nicht erstellt werden.')
  expect(german({ ...failed, after: { willRetry: true } })).toMatch(/werden\. Es wird noch einmal versucht\.$/)
})

test('another language has the values that the entry has', () => {
  const change = (action: string, after: object | null, before: object | null = null) =>
    german({ ...none, action, before, after })
  expect([
    german(entry),
    change('document.removed', null, { title: 'Ticket' }),
    change('period.changed', { startDate: '2026-11-23', endDate: '2026-11-26' }),
    change('period.changed', { endDate: '2026-11-26' }),
    change('trip-period.changed', { arrivalDate: '2026-11-23' }),
    change('trip-period.changed', { arrivalDate: null, departureDate: null }),
    change('devices.changed', { devices: 1 }),
    change('language.changed', { lang: 'fr' }),
    change('seller-code.changed', { sellerDownloadCode: 815 }),
    change('release.shared', { seller: 'RES' }),
    change('device.registered', { id: '1', name: 'Handy' }),
    change('device.removed', null, { id: '1', name: 'Handy' }),
    change('build.completed', { generation: 2 }),
  ]).toEqual([
    'Das Dokument „Ticket“ wurde angehängt.',
    'Das Dokument „Ticket“ wurde entfernt.',
    'Der Freigabezeitraum ist jetzt 23.–26. November 2026.',
    'Die Freigabe endet jetzt am 26. November 2026.',
    'Die Reise beginnt jetzt am 23. November 2026.',
    'Die Reisedaten wurden geändert.',
    'Die Freigabe gilt jetzt für 1 Gerät.',
    'Die Sprache ist jetzt Französisch.',
    'Der Code des Wiederverkäufers ist jetzt 815.',
    'Die Freigabe wurde mit RES geteilt.',
    'Das Gerät „Handy“ wurde angemeldet.',
    'Der Platz des Geräts „Handy“ wurde frei gemacht.',
    'Die Dokumente der Erstellung 2 sind fertig.',
  ])
})

test('an action without a text has a general one', () => {
  for (const action of ['new.action', 'constructor', 'devices.changed.to'])
    expect(german({ ...none, action })).toBe('Etwas wurde geändert.')
})

// cspell:ignore Bild Das Der Des Die Dokument Dokumente Ein Erstellung Etwas Französisch Freigabe Freigabezeitraum Gerät Geräts Handy Platz Reise
// cspell:ignore Reisedaten Sprache Wiederverkäufers angehängt angemeldet beginnt des einmal endet entfernt erstellt fertig frei geändert gelesen
// cspell:ignore gemacht geteilt gilt jetzt konnte konnten nicht noch sind versucht werden wird wurde wurden für der
