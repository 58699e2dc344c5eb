import { Readable } from 'node:stream'
import type { ImportConfiguration } from '@guidebook/contracts'
import { fail } from '@guidebook/service-kit'
import { type CsvFile, openCsv } from '../csv/read-csv.ts'
import type { Explain } from '../explanation.ts'
import { type Columns, explainMissing, mapColumns } from './columns.ts'

/** Opens the file of a request. Fails with `csv-column-missing`; throws `UnreadableCsvError`. */
export const openList = async (
  configuration: ImportConfiguration,
  bytes: Uint8Array,
  deadline: AbortSignal,
  explain: Explain,
): Promise<{ file: CsvFile; columns: Columns }> => {
  const file = await openCsv(async () => Readable.from([bytes]), configuration.format, deadline)
  const mapping = mapColumns(file.header, configuration)
  if (!('missing' in mapping)) return { file, columns: mapping.columns }
  fail('csv-column-missing', explain(explainMissing(mapping)))
}
