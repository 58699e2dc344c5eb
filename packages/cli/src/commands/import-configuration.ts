import { type ImportConfiguration, requiredFields } from '@guidebook/contracts'
import { type Block, blocks, fields, table } from '../output/layout.ts'

type Nights = NonNullable<ImportConfiguration['hotelColumns']>[number]['nights']

const nightsOf = (nights: Nights): string => {
  if (nights === undefined || nights === 'stay') return 'the whole stay'
  return nights.from === nights.to ? `day ${nights.from}` : `days ${nights.from} to ${nights.to}`
}

/** The configuration for people. */
export function showConfiguration(configuration: ImportConfiguration): Block {
  const { senders, columns, hotelColumns = [], period, format = {}, onExistingCode } = configuration
  const hotels = hotelColumns.map(({ header, library, nights }) => [header, library, nightsOf(nights)])
  return blocks(
    fields({
      Senders: senders.join(', '),
      Period: `from ${period.daysBeforeArrival} days before arrival to ${period.daysAfterDeparture} days after departure`,
      'Existing code': onExistingCode === 'change' ? 'changes its release' : 'is reported',
      Delimiter: format.delimiter === '\t' ? 'tab' : (format.delimiter ?? 'detected'),
      Encoding: format.encoding ?? 'detected',
      Dates: format.dateFormat ?? 'detected',
    }),
    table(
      ['FIELD', 'COLUMN'],
      requiredFields.map((field) => [field, columns[field]]),
    ),
    hotels.length === 0 ? null : table(['HOTEL COLUMN', 'LIBRARY', 'NIGHTS'], hotels),
  )
}
