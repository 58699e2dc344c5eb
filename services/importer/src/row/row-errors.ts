import type { Fault, ImportConfiguration, RequiredField } from '@guidebook/contracts'
import { type Explanation, inEnglish, verbatim } from '../explanation.ts'

export interface RowError {
  column: string | null
  code: string
  explanation: Explanation
}

/** The column of each field of the release request; the period is derived from the stay. */
const columnOf: Readonly<Record<string, RequiredField>> = {
  downloadCode: 'downloadCode',
  guidebookExternalId: 'guidebookId',
  lang: 'language',
  arrivaldate: 'arrivalDate',
  startdate: 'arrivalDate',
  departuredate: 'departureDate',
  enddate: 'departureDate',
  devices: 'devices',
}

/** In characters. */
const longestCustomId = 255

/** Faults of a row's request that the catalogue translates. */
const translated: readonly Explanation[] = [
  { id: 'row.trip-reversed' },
  { id: 'release.too-long', values: { count: longestCustomId } },
  ...(
    ['code', 'language', 'devices', 'day', 'code-taken', 'no-guidebook', 'on-demand', 'locked', 'no-poi'] as const
  ).map((name) => ({ id: `release.${name}` }) as const),
]
const byMessage = new Map(translated.map((explanation) => [inEnglish(explanation), explanation]))

const outsidePeriod = (message: string): Explanation | undefined => {
  const [, start, end] = /^Must lie within the release period, (\S+) to (\S+)\.$/.exec(message) ?? []
  return start === undefined || end === undefined ? undefined : { id: 'release.outside-period', values: { start, end } }
}

/**
 * Translates faults of a release request for the sender of the file: by column instead of by pointer. The contract and releases own the messages: one
 * that is worded otherwise stays English.
 */
export const rowErrors = (faults: readonly Fault[], configuration: ImportConfiguration | null): RowError[] =>
  faults.map(({ pointer, code, message }) => {
    const field = columnOf[pointer.split('/')[1] ?? '']
    const column = (field && configuration?.columns[field]) ?? null
    return { column, code, explanation: byMessage.get(message) ?? outsidePeriod(message) ?? verbatim(message) }
  })

/** A row error in the database; before there was a catalogue, with an English sentence. */
export type StoredRowError = RowError | { column: string | null; code: string; message: string }

export const explanationOf = (error: StoredRowError): Explanation =>
  'explanation' in error ? error.explanation : verbatim(error.message)
