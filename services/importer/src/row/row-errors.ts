import type { Fault, ImportConfiguration, RequiredField } from '@guidebook/contracts'

export interface RowError {
  column: string | null
  code: string
  message: string
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

/** Translates faults of a release request for the sender of the file: by column instead of by pointer. */
export const rowErrors = (faults: readonly Fault[], configuration: ImportConfiguration | null): RowError[] =>
  faults.map(({ pointer, code, message }) => {
    const field = columnOf[pointer.split('/')[1] ?? '']
    return { column: (field && configuration?.columns[field]) ?? null, code, message }
  })
