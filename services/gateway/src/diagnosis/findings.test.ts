import { readFileSync } from 'node:fs'
import { type DiagnosedRelease, errorCatalogue, type ImportRun, schemas } from '@guidebook/contracts'
import { messagesOf } from '@guidebook/messages'
import { expect, test } from 'vitest'
import type { Facts } from './finding.ts'
import { findingsOf } from './findings.ts'
import { errorText, senderFindings } from './origin-findings.ts'

// cspell:ignore Feld Anfrage Eine Empfänger Fehler Field Freigabe MESZ abgelehnt anderer angenommen einen ungültigen wurde öffnet

const at = '2026-07-10T20:30:00.000Z'
const party = { id: 'account', oid: 'ABC', name: 'Alpine Walks' }
const on = { enabled: true, available: true }
const build: DiagnosedRelease['build'] = {
  ...{ state: 'completed', generation: 1, step: null, percent: 100, message: null, warnings: [] },
  ...{ requestedAt: at, finishedAt: at },
}
const release: DiagnosedRelease = {
  ...{ id: 1, key: 'key', link: 'link', url: 'https://guidebook.example/t/link', title: 'To the lake', kind: 'plain' },
  ...{ downloadCode: 5, sellerDownloadCode: null, operator: party, seller: null, createdAt: at, revokedAt: null },
  ...{ disabled: false, locked: false, shows: 'open', build, published: { generation: 1, at, otherLanguages: [] } },
  period: {
    ...{ start: '2026-07-01', end: '2026-07-31', timeZone: 'Europe/Zurich', today: '2026-07-10' },
    ...{ opensAt: '2026-06-30T22:00:00.000Z', closesAt: '2026-07-31T22:00:00.000Z' },
  },
  channels: { app: on, pdf: on, gpx: on },
  devices: { limit: 2, registered: 0, newest: [] },
  usage: null,
  changes: [],
}
const facts: Facts = {
  ...{ release, builder: null, webhook: null, importRows: [], refusedRequests: [], mails: [], unknown: [] },
}
const row = {
  ...{ account: 'account', run: 'run', row: 3, downloadCode: 5, link: null, fileName: 'list.csv', mail: 'mail' },
  ...{ sender: 'a@b.example', subject: 'Bookings', receivedAt: at, test: false, status: 'failed' as const },
  errors: [{ column: 'Tour', code: 'guidebook-not-found', message: 'There is no such guidebook.' }],
}
const webhook = { isSet: true, enabled: true, failingSince: null, deliveries: [] }
const delivery = {
  ...{ id: 'id', createdAt: at, attempts: 2, lastAttemptAt: at, lastStatus: 500, lastOutcome: 'refused' },
  ...{ state: 'pending' as const, nextAttemptAt: at },
}
const unsent = { ...delivery, attempts: 0, lastAttemptAt: null, lastStatus: null, lastOutcome: null }
const mail = {
  ...{ service: 'releases' as const, kind: 'share' as const, to: null, subject: 'Shared', attempts: 3 },
  ...{ state: 'failed' as const, createdAt: at, settledAt: at, lastError: '550' },
}
const refused = {
  ...{ requestId: 'r', at, account: 'account', operation: 'createRelease', status: 422 },
  ...{
    code: 'invalid-field',
    title: 'A field has an invalid value',
    faults: [{ pointer: '/lang', code: 'invalid-field' }],
  },
}
const seller = { ...party, name: 'Travel Shop' }
const running = { ...build, state: 'waiting' as const }
const english = { lang: 'en', publicUrl: 'https://guidebook.example' }
const codesOf = (fields: Partial<Facts>) => findingsOf({ ...facts, ...fields }, english).map(({ code }) => code)
const of = (fields: Partial<DiagnosedRelease>): Partial<Facts> => ({ release: { ...release, ...fields } })

test.each<[string, Partial<Facts>, string[]]>([
  ['nothing is wrong', {}, ['shows-open']],
  ['being prepared', of({ shows: 'preparing', published: null, build: running }), ['shows-preparing']],
  [
    'a builder that fails and tries again',
    {
      ...of({ shows: 'preparing', published: null, build: running }),
      builder: { state: 'queued', attempts: 2, waits: 1, nextAttemptAt: at, lastError: 'The renderer stopped.' },
    },
    ['shows-preparing', 'build-retries', 'build-waits'],
  ],
  ['older documents', of({ build: { ...build, state: 'failed', message: 'x' } }), ['shows-open', 'build-failed']],
  ['newer documents on their way', of({ build: running }), ['shows-open', 'build-coming']],
  [
    'first documents that failed before the link opens',
    of({ shows: 'early', published: null, build: { ...build, state: 'failed' } }),
    ['shows-early', 'build-failed-first'],
  ],
  [
    'first documents on their way while the link is disabled',
    of({ shows: 'disabled', published: null, build: running }),
    ['shows-disabled', 'build-coming-first'],
  ],
  [
    'all channels off, a full release',
    of({
      channels: { app: { ...on, enabled: false }, pdf: { ...on, enabled: false }, gpx: { ...on, enabled: false } },
      devices: { limit: 1, registered: 1, newest: [] },
    }),
    ['shows-open', 'app-off', 'pdf-off', 'gpx-off', 'devices-full'],
  ],
  [
    'a release that is over is not judged further',
    of({ shows: 'over', build: { ...build, state: 'failed' } }),
    ['shows-over'],
  ],
  [
    'a seller without a webhook',
    { ...of({ seller }), webhook: { ...webhook, isSet: false, enabled: false } },
    ['shows-open', 'webhook-missing'],
  ],
  [
    'a webhook that was set after the release was shared',
    { ...of({ seller }), webhook },
    ['shows-open', 'webhook-no-delivery'],
  ],
  [
    'a webhook that was switched off after failures',
    { ...of({ seller }), webhook: { ...webhook, enabled: false, deliveries: [delivery] } },
    ['shows-open', 'webhook-off', 'webhook-failing'],
  ],
  [
    'a delivery that arrived',
    { ...of({ seller }), webhook: { ...webhook, deliveries: [{ ...delivery, state: 'delivered' }] } },
    ['shows-open', 'webhook-delivered'],
  ],
  [
    'a release that was shared while the webhook was off',
    { ...of({ seller }), webhook: { ...webhook, deliveries: [{ ...unsent, state: 'failed', nextAttemptAt: null }] } },
    ['shows-open', 'webhook-not-sent'],
  ],
  [
    'a delivery that arrived, and was to be sent again while the webhook was off',
    {
      ...of({ seller }),
      webhook: { ...webhook, deliveries: [{ ...delivery, state: 'failed', lastOutcome: 'acknowledged' }] },
    },
    ['shows-open', 'webhook-delivered'],
  ],
  [
    'a delivery that arrived and is sent again',
    {
      ...of({ seller }),
      webhook: { ...webhook, deliveries: [{ ...delivery, lastStatus: 204, lastOutcome: 'acknowledged' }] },
    },
    ['shows-open', 'webhook-waiting'],
  ],
  [
    'a mail that could not be delivered comes first',
    { ...of({ locked: true }), mails: [mail] },
    ['shows-open', 'mail-failed', 'locked'],
  ],
  ['a failed row', { release: null, importRows: [row] }, ['row-failed']],
  ['a failed row before one that succeeded', { importRows: [{ ...row, status: 'changed' }, row] }, ['shows-open']],
  ['a test only', { release: null, importRows: [{ ...row, test: true, status: 'created' }] }, ['row-test']],
  ['a refused request', { release: null, refusedRequests: [refused] }, ['request-refused']],
  [
    'a refusal before the release',
    { refusedRequests: [{ ...refused, at: '2026-07-09T00:00:00.000Z' }] },
    ['shows-open'],
  ],
  ['a service that does not respond', { unknown: ['webhooks'] }, ['shows-open', 'part-unknown']],
  ['nothing at all', { release: null }, ['nothing-found']],
  ['nothing, but a service is silent', { release: null, unknown: ['releases'] }, ['part-unknown']],
])('%s', (_, fields, codes) => {
  expect(codesOf(fields)).toEqual(codes)
})

test('sentences have the days of the account, the reason, and what to do', () => {
  const findings = findingsOf({ ...facts, release: null, importRows: [row], refusedRequests: [refused] }, english)
  expect(findings).toMatchObject([
    {
      message: 'Row 3 of list.csv, received on 10 Jul 2026, 20:30 UTC, was refused: Tour: There is no such guidebook.',
    },
    {
      message: 'A request was refused on 10 Jul 2026, 20:30 UTC: A field has an invalid value (422) at /lang.',
      advice: expect.stringContaining('https://guidebook.example/docs/errors/invalid-field'),
    },
  ])
  const [failed] = findingsOf({ ...facts, release: null, importRows: [row] }, { ...english, lang: 'fr' })
  expect(failed?.message).toContain('Tour\u00A0: There is no such guidebook.')
  const [revoked] = findingsOf({ ...facts, ...of({ shows: 'revoked', revokedAt: at }) }, { ...english, lang: 'de' })
  expect(revoked?.message).toMatch(/^Die .* 10\. Juli 2026, 22:30 MESZ/)
})

test('a German reader finds neither identifiers nor English', () => {
  const ofReseller = { ...of({ seller, shows: 'early' }), webhook: { ...webhook, deliveries: [delivery] } }
  const german = { ...english, lang: 'de', timeZone: 'Europe/Vienna' }
  const messages = (fields: Partial<Facts>) => findingsOf({ ...facts, ...fields }, german).map(({ message }) => message)
  expect(messages(ofReseller)).toEqual([
    'Der Trip-Link öffnet am 1. Juli 2026 (Europe/Zurich).',
    'Der Empfänger von Travel Shop hat die Freigabe nicht angenommen: abgelehnt (500).',
  ])
  expect(messages({ release: null, refusedRequests: [refused] })).toEqual([
    'Eine Anfrage wurde am 10. Juli 2026, 22:30 MESZ abgelehnt: Ein Feld hat einen ungültigen Wert (422) bei /lang.',
  ])
})

test('a file that was not imported is corrected only if it is at fault', () => {
  const run: ImportRun = {
    ...{ id: 'run', account: 'account', state: 'failed', test: false, sender: 'a@b.example', uploadedBy: null },
    ...{ subject: 'Bookings', fileName: 'list.csv', reason: 'It was imported before.', dialect: null },
    counts: { created: 0, changed: 0, unchanged: 0, failed: 0, pending: 0 },
    ...{ receivedAt: at, finishedAt: at },
  }
  expect(senderFindings([run], messagesOf('diagnosis', 'en'), english)).toMatchObject([
    { code: 'file-failed', advice: 'If the file is at fault, correct it and send it again.' },
  ])
})

test('an error without a translation is another error', () => {
  expect(errorText('de', 'csv-unreadable')).toBe('Ein anderer Fehler')
  for (const [code, title] of Object.entries(messagesOf('requestErrors', 'en'))) {
    if (code !== 'other') expect(title).toBe(errorCatalogue[code as keyof typeof errorCatalogue].title)
  }
})

test('support’s page says what to do about every finding that needs it', () => {
  const page = readFileSync(new URL('../../../../docs/operations/support.md', import.meta.url), 'utf8')
  // The last one is a text of `request-refused`.
  const others = [
    'shows-open',
    'build-coming',
    'build-coming-first',
    'opened',
    'webhook-delivered',
    'request-refused-at',
  ]
  const codes = Object.keys(messagesOf('diagnosis', 'en')).filter((name) => !name.endsWith('.advice'))
  expect(codes).toEqual(expect.arrayContaining(others))
  expect(codes.filter((code) => !others.includes(code) && !page.includes(`\`${code}\``))).toEqual([])
})

test('every state of a link has a finding', () => {
  for (const shows of schemas.tripLinkStates) {
    expect(codesOf(of({ shows }))[0]).toBe(`shows-${shows}`)
  }
})
