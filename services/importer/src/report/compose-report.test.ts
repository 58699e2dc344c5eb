import { chooseLanguage, messagesOf } from '@guidebook/messages'
import { describe, expect, it } from 'vitest'
import { verbatim } from '../explanation.ts'
import { composeReport, type ReportedRun } from './compose-report.ts'

const neverClosed = verbatim('A quoted cell is never closed.')
const good: ReportedRun = {
  file_name: 'list.csv',
  test: false,
  explanation: null,
  reason: null,
  dialect: { encoding: 'utf-8', delimiter: ';', quote: null, dateFormat: null },
  created: 3,
  changed: 0,
  unchanged: 0,
  failed: 0,
  failedRows: [],
  otherRows: [],
}
const compose = (lang: string, ...runs: ReportedRun[]) =>
  composeReport(chooseLanguage(lang), 'Alpine <Walks>', runs, 'none')

describe('the subject reports the result', () => {
  it.each([
    ['en', 'Import report: 3 created'],
    ['de', 'Importbericht: 3 angelegt'],
    ['fr', 'Rapport d’importation\u00a0: 3 créées'],
    ['it', 'Rapporto d’importazione: 3 create'],
    ['es', 'Informe de importación: 3 creadas'],
    ['nl', 'Importverslag: 3 aangemaakt'],
    ['pl', 'Import report: 3 created'],
  ])('in %s', (lang, subject) => {
    expect(compose(lang, good).subject).toBe(subject)
  })

  it('of all files together, and that the mail was a test', () => {
    const other = { ...good, test: true, created: 1, changed: 1, failed: 2 }
    expect(compose('en', good, other).subject).toBe('Import test: 4 created, 1 changed, 2 failed')
  })

  it('and that another file was not read, or only in part', () => {
    const refused = { ...good, explanation: { id: 'attachment.spreadsheet' } as const, created: 0 }
    const broken = { ...good, explanation: neverClosed }
    expect(compose('en', good, refused).subject).toBe('Import report: 3 created, 1 file not read')
    expect(compose('de', broken, refused, refused).subject).toBe(
      'Importbericht: 3 angelegt, 1 Datei nur zum Teil gelesen, 2 Dateien nicht gelesen',
    )
    expect(compose('en', refused).subject).toBe('Import report: nothing imported')
  })
})

describe('numbers', () => {
  it.each([
    ['en', 1, 'The one row of this file is in order.'],
    ['en', 2_000, 'All 2,000 rows of this file are in order.'],
    ['de', 1, 'Die eine Zeile dieser Datei ist in Ordnung.'],
    ['fr', 1, 'La seule ligne de ce fichier est en ordre.'],
    ['it', 12_000, 'Tutte le 12.000 righe di questo file sono in ordine.'],
    ['es', 2, 'Las 2 filas de este archivo están en orden.'],
    ['nl', 1, 'De enige rij van dit bestand is in orde.'],
  ])('take their form in %s of %i', (lang, n, sentence) => {
    expect(messagesOf('importReport', lang).allGood({ n })).toBe(sentence)
  })
})

it('a run without failed rows is reported in one line', () => {
  const { text } = compose('en', good)
  expect(text).toContain('\n\nAll 3 rows of this file are in order.\n\n3 created.\n\n')
})

it('a file that is unreadable from its middle is reported as read in part, with the reason', () => {
  const { text } = compose('en', { ...good, explanation: neverClosed })
  expect(text).toContain('This file was read only in part. A quoted cell is never closed.')
  expect(text).not.toContain('in order')
})

it.each([
  [
    'en',
    'This file was read only in part. The file can’t be read to its end: a quoted cell that begins in row 3 is never closed.',
  ],
  [
    'nl',
    'Dit bestand is maar gedeeltelijk gelezen. Het bestand kan niet tot het einde gelezen worden: aanhalingstekens die in rij 3 beginnen, worden nooit gesloten.',
  ],
])('reasons are in the language of the report: %s', (lang, sentence) => {
  const { text } = compose(lang, { ...good, explanation: { id: 'csv.open-quote', values: { row: 3 } } })
  expect(text).toContain(sentence)
})

it('content of a file is escaped in the page', () => {
  const errors = [{ column: '<b>', code: 'invalid-field', explanation: verbatim('a & b') }]
  const run = {
    ...good,
    file_name: '<i>.csv',
    failed: 1,
    failedRows: [{ row: 1, downloadCode: 4711, errors }],
  }
  const { html, text } = compose('en', run)
  expect(text).toContain('\nRow 1, 4711 (<b>): a & b\n')
  expect(html).toContain('>4711<')
  expect(html).toContain('&lt;i&gt;.csv')
  expect(html).toContain('&lt;b&gt;')
  expect(html).toContain('a &amp; b')
  expect(html).toContain('Hello Alpine &lt;Walks&gt;,')
})
