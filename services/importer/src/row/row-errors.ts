import type { Fault, ImportConfiguration, RequiredField } from '@guidebook/contracts'

export interface RowError {
  column: string | null
  code: string
  message: string
}

/** Which column fills which field of the release request; the period follows from the stay. */
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

/** Faults of a release request as a person with the file at hand can find them: by column instead of by pointer. */
export const rowErrors = (faults: readonly Fault[], configuration: ImportConfiguration | null): RowError[] =>
  faults.map(({ pointer, code, message }) => {
    const field = columnOf[pointer.split('/')[1] ?? '']
    return { column: (field && configuration?.columns[field]) ?? null, code, message }
  })
