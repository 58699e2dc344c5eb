import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exitCodes } from '../src/index.ts'
import { account, guidebookAt, problem, startStubListener } from './run-guidebook.ts'

const accounts = { body: { items: [account()], nextCursor: null } }
const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const run = {
  id,
  account: null,
  state: 'quarantined',
  test: false,
  sender: 'unknown@elsewhere.example',
  uploadedBy: null,
  subject: 'Tonight',
  fileName: 'list.csv',
  reason: 'The sender is on no account’s list.',
  dialect: null,
  counts: { created: 0, changed: 0, unchanged: 0, failed: 0, pending: 0 },
  receivedAt: '2026-07-01T08:00:00.000Z',
  finishedAt: null,
}
const failed = {
  row: 3,
  status: 'failed',
  downloadCode: 7,
  link: null,
  errors: [
    { column: 'Arrival', code: 'ambiguous-date', message: 'Day and month can’t be told apart.' },
    { column: 'Tour', code: 'required-field', message: 'The cell is empty.' },
  ],
}
const dialect = { encoding: 'utf-8', delimiter: '\t', quote: null, dateFormat: null }

test('quarantined imports are listed with their reason, also those of unknown senders', async () => {
  await using listener = await startStubListener({ 'GET /admin/imports': { body: { items: [run], nextCursor: null } } })
  const { code, out } = await guidebookAt(listener.url, ['import', 'list', '--state', 'quarantined'])
  expect(code).toBe(exitCodes.done)
  for (const part of ['unknown@elsewhere.example', 'The sender is on no account’s list.', id]) {
    expect(out).toContain(part)
  }
  expect(listener.received[0]?.url).toBe('/admin/imports?state=quarantined&limit=50')
})

test('imports of one account are requested by its id', async () => {
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    'GET /admin/imports': { body: { items: [], nextCursor: null } },
  })
  expect((await guidebookAt(listener.url, ['import', 'list', 'ABC'])).out).toContain('No imports.')
  expect(listener.received.at(-1)?.url).toBe('/admin/imports?account=id-of-abc&limit=50')
})

test('a row has a line for each of its faults', async () => {
  await using listener = await startStubListener({
    [`GET /admin/imports/${id}`]: { body: { ...run, state: 'completed', rows: [failed], nextCursor: 'more' } },
  })
  const { out, err } = await guidebookAt(listener.url, ['import', 'rows', id, '--status', 'failed'])
  expect(out).toMatch(/3 +failed +7 +– +Arrival +Day and month can’t be told apart\./)
  expect(out).toMatch(/– +– +– +– +Tour +The cell is empty\./)
  expect(err).toContain('Only the first 200 rows are shown.')
})

test('a mail is saved byte for byte, and never overwrites a file', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'guidebook-cli-'))
  const raw = Buffer.from([0x46, 0x72, 0xe9, 0xff, 0x0d, 0x0a])
  await using listener = await startStubListener({ [`GET /admin/imports/${id}/mail`]: { raw } })
  const file = join(folder.path, 'mail.eml')
  expect((await guidebookAt(listener.url, ['import', 'mail', id, file])).code).toBe(exitCodes.done)
  expect(readFileSync(file)).toEqual(raw)
  const again = await guidebookAt(listener.url, ['import', 'mail', id, file])
  expect(again).toMatchObject({ code: exitCodes.failed, out: '' })
  expect(again.err).toContain('EEXIST')
})

test('a mail that is no longer stored is refused with import-mail-gone', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'guidebook-cli-'))
  await using listener = await startStubListener({
    [`GET /admin/imports/${id}/mail`]: { status: 410, body: problem('import-mail-gone', 410) },
  })
  const { code, err } = await guidebookAt(listener.url, ['import', 'mail', id, join(folder.path, 'mail.eml')])
  expect(code).toBe(exitCodes.refused)
  expect(err).toContain('import-mail-gone')
})

test('a file is previewed byte for byte and shown row by row', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'guidebook-cli-'))
  const file = join(folder.path, 'list.csv')
  writeFileSync(file, 'Booking\tTour\r\n1\tA\r\n')
  const created = { row: 1, status: 'created', downloadCode: 1, link: null, errors: [] }
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    'POST /admin/accounts/id-of-abc/import/preview': { body: { dialect, rows: [created, failed], complete: false } },
  })
  const { code, out, err } = await guidebookAt(listener.url, ['import', 'try', 'ABC', file])
  expect(code).toBe(exitCodes.done)
  expect(listener.received.at(-1)).toMatchObject({ body: 'Booking\tTour\r\n1\tA\r\n' })
  expect(listener.received.at(-1)?.headers['content-type']).toBe('text/csv')
  expect(out).toMatch(/Delimiter +tab/)
  expect(out).toContain('1 created, 1 failed')
  expect(err).toContain('Only the first 2 rows are shown.')
})

test('a guess is shown column by column with its notes; its JSON has the configuration', async () => {
  const configuration = {
    senders: ['a@b.example'],
    columns: { downloadCode: 'A', guidebookId: 'B', language: 'C', arrivalDate: 'D', departureDate: 'E', devices: 'F' },
    period: { daysBeforeArrival: 14, daysAfterDeparture: 30 },
    onExistingCode: 'report',
  }
  const guess = {
    dialect,
    columns: [
      { header: 'A', field: 'downloadCode', examples: ['1', '2'] },
      { header: 'Remarks', field: null, examples: [] },
    ],
    missing: [],
    notes: ['Check this.'],
    configuration,
  }
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    'POST /admin/accounts/id-of-abc/import/guess': { body: guess },
  })
  const words = ['import', 'guess', 'ABC', '-', '--library', 'HOTELS']
  const { out, err } = await guidebookAt(listener.url, words, { input: 'A;Remarks' })
  expect(out).toMatch(/A +downloadCode +1, 2/)
  expect(out).toMatch(/Remarks +– +–/)
  expect(err).toContain('Check this.')
  expect(listener.received.at(-1)?.url).toContain('?library=HOTELS')
  const { out: json } = await guidebookAt(listener.url, [...words, '--json'], { input: 'A;Remarks' })
  expect(JSON.parse(json).configuration).toEqual(configuration)

  using folder = mkdtempDisposableSync(join(tmpdir(), 'guidebook-cli-'))
  const saved = join(folder.path, 'import.json')
  const saving = [...words, '--save', saved]
  expect((await guidebookAt(listener.url, saving, { input: 'A;Remarks' })).err).toContain(`import set ABC ${saved}`)
  expect(JSON.parse(readFileSync(saved, 'utf8'))).toEqual(configuration)
  expect((await guidebookAt(listener.url, saving, { input: 'A;Remarks' })).code).toBe(exitCodes.failed)
})

test('the release of an import from quarantine shows its reason', async () => {
  await using listener = await startStubListener({
    [`GET /admin/imports/${id}`]: { body: { ...run, rows: [], nextCursor: null } },
    [`POST /admin/imports/${id}/release`]: { status: 202, body: { ...run, state: 'processing', reason: null } },
  })
  const { code, out, err } = await guidebookAt(listener.url, ['import', 'release', id])
  expect(code).toBe(exitCodes.done)
  expect(err).toContain('Reason of the quarantine: The sender is on no account’s list.')
  expect(out).toMatch(/State +processing/)
})
