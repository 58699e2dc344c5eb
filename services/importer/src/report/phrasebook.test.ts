import type { ImportConfiguration } from '@guidebook/contracts'
import { describe, expect, it } from 'vitest'
import { mapColumns } from '../row/columns.ts'
import { readRow } from '../row/read-row.ts'
import { phrasebook } from './phrasebook.ts'
import { de } from './phrases/de.ts'
import { en } from './phrases/en.ts'
import { es } from './phrases/es.ts'
import { fr } from './phrases/fr.ts'
import { it as italian } from './phrases/it.ts'
import { nl } from './phrases/nl.ts'
import type { Phrases } from './phrases.ts'

const languages: Readonly<Record<string, Phrases>> = { de, fr, it: italian, es, nl }
const leaves = (phrases: Phrases) =>
  Object.entries(phrases).flatMap(([section, said]: [string, Record<string, string>]) =>
    Object.entries(said).map(([key, sentence]) => ({ name: `${section} ${key}`, sentence })),
  )
const placeholders = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort()

describe.each(Object.entries(languages))('in %s', (_, phrases) => {
  it('every sentence is said, with all that is put into it', () => {
    const said = new Map(leaves(phrases).map(({ name, sentence }) => [name, sentence]))
    for (const { name, sentence } of leaves(en)) {
      expect(said.get(name), name).not.toBe(sentence)
      expect(placeholders(said.get(name) ?? ''), name).toEqual(placeholders(sentence))
    }
    expect(said.size).toBe(leaves(en).length)
  })

  it('each English sentence is found, also with something put in', () => {
    const say = phrasebook(phrases)
    const translations = new Map(leaves(phrases).map(({ name, sentence }) => [name, sentence]))
    for (const { name, sentence } of leaves(en)) {
      const put = (text = '') => text.replace(/\{(\w+)\}/g, (_match, about) => `<${about}. found: 7>`)
      expect(say(put(sentence)), name).toBe(put(translations.get(name)))
    }
  })
})

it('tells a header without columns from one with others', () => {
  const say = phrasebook(de)
  expect(say('Columns are missing: Tour. Found were: none.')).toBe('Es fehlen Spalten: Tour. Gefunden wurden keine.')
  expect(say('Columns are missing: Tour. Found were: {x}, Other.')).toBe(
    'Es fehlen Spalten: Tour. Gefunden wurden: {x}, Other.',
  )
})

it('leaves a sentence that is not known as it is', () => {
  expect(phrasebook(de)('Something else.')).toBe('Something else.')
})

it('knows what the contract says of the fields of a row', () => {
  const columns = {
    ...{ downloadCode: 'Booking', guidebookId: 'Tour', language: 'Language' },
    ...{ arrivalDate: 'Arrival', departureDate: 'Departure', devices: 'Persons' },
  }
  const configuration: ImportConfiguration = {
    senders: [],
    columns,
    period: { daysBeforeArrival: 0, daysAfterDeparture: 9 },
    onExistingCode: 'report',
  }
  const mapping = mapColumns(Object.values(columns), configuration)
  if ('missing' in mapping) throw new Error('columns are missing')
  const cells = ['0', 'G'.repeat(300), 'deutsch', '9999-12-01', '9999-12-31', '0']
  const { errors } = readRow(cells, mapping.columns, configuration, 'account')
  expect(errors.map(({ column }) => column)).toEqual(['Booking', 'Tour', 'Departure', 'Language', 'Persons'])
  const say = phrasebook(de)
  expect(errors.map(({ message }) => message).filter((message) => say(message) === message)).toEqual([])
})
