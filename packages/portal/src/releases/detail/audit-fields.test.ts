import { schemas } from '@guidebook/contracts'
import { loadPortalTexts } from '@guidebook/messages/portal'
import { expect, test } from 'vitest'
import { formatsFor } from '../../i18n/formats.ts'
import { labelOf, shownValue } from './audit-fields.ts'

const german = await loadPortalTexts('de')

test('every field of the log has a label, and an unknown one its name', () => {
  const unlabelled = schemas.auditFields.filter(
    (name) => labelOf(name, german) === name || labelOf(name, german) === '',
  )
  expect([unlabelled, labelOf('newField', german), labelOf('constructor', german)]).toEqual([
    [],
    'newField',
    'constructor',
  ])
})

test('values are written as people write them', () => {
  const stays = [
    { externalId: 'H-1', arrivalDate: '2026-07-01', departureDate: '2026-07-03' },
    { externalId: 'H-2' },
    { externalId: 'H-3', departureDate: '2026-07-05' },
  ]
  const values = {
    ...{
      startDate: '2026-07-01',
      lang: 'fr',
      locked: true,
      kind: 'on-demand',
      downloadCode: 20240001,
      bytes: 2_500_000,
    },
    ...{ devices: 1200, durationMs: 1_540, seller: null, accommodation: stays, texts: [], texts2: { a: 1 } },
    steps: [{ step: 'tracks', ms: 12_345 }],
  }
  const formats = formatsFor('de', undefined)
  expect(Object.entries(values).map(([name, value]) => shownValue(name, value, german, formats))).toEqual([
    ...['01.07.2026', 'Französisch', 'ja', 'Mit Inhalten der Anfrage', '20240001', '2,5 MB'],
    ...['1.200', '1,5 Sek.', '–', 'H-1, 01.–03.07.2026\nH-2\nH-3, Abreise: 05.07.2026', 'nichts', '{"a":1}'],
    'bereitet Wege und Karten vor: 12 Sek.',
  ])
})

test('only the fields of days are written as days, whatever a traveller calls a device', () => {
  const formats = formatsFor('de', undefined)
  const shown = (name: string, value: string) => shownValue(name, value, german, formats)
  expect(['2026-13-01', '2026-07-01'].map((name) => shown('name', name))).toEqual(['2026-13-01', '2026-07-01'])
  expect(['until', 'arrivalDate'].map((name) => shown(name, '2026-07-01'))).toEqual(['01.07.2026', '01.07.2026'])
})

// cspell:ignore Abreise Anfrage Französisch Inhalten Karten Mit Wege bereitet nichts und vor
