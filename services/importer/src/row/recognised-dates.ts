import type { ImportConfiguration } from '@guidebook/contracts'
import type { DecidedRow } from './decide-rows.ts'

/** Collects the formats in which the dates of a file were written. `earlier`: those of rows that were read before. */
export function recognisedDates({ format }: Pick<ImportConfiguration, 'format'>, earlier: string | null = null) {
  const formats = new Set<string>(earlier?.split(', '))
  return {
    add(rows: readonly Pick<DecidedRow, 'dateFormats'>[]): void {
      for (const { dateFormats } of rows) for (const one of dateFormats) formats.add(one)
    },
    /** The configured format, else those of the file, separated by commas; null when no date could be read. */
    stated: (): string | null => format?.dateFormat ?? ([...formats].toSorted().join(', ') || null),
  }
}
