import { phrasebook } from '../phrasebook.ts'
import { nl as phrases } from '../phrases/nl.ts'
import type { Words } from '../words.ts'

export const nl: Words = {
  lang: 'nl',
  sentence: phrasebook(phrases),
  report: 'Importverslag',
  testReport: 'Importtest',
  greeting: (name) => `Hallo ${name},`,
  counted: {
    created: { one: '{n} aangemaakt', other: '{n} aangemaakt' },
    changed: { one: '{n} gewijzigd', other: '{n} gewijzigd' },
    unchanged: { one: '{n} ongewijzigd', other: '{n} ongewijzigd' },
    failed: { one: '{n} mislukt', other: '{n} mislukt' },
  },
  filesNotRead: { one: '{n} bestand niet gelezen', other: '{n} bestanden niet gelezen' },
  filesInPart: { one: '{n} bestand deels gelezen', other: '{n} bestanden deels gelezen' },
  nothing: 'niets geïmporteerd',
  notImported: 'Dit bestand is niet geïmporteerd.',
  readInPart: 'Dit bestand is maar gedeeltelijk gelezen.',
  empty: 'Dit bestand heeft geen rijen.',
  allGood: { one: 'De enige rij van dit bestand is in orde.', other: 'Alle {n} rijen van dit bestand zijn in orde.' },
  test: 'Dit was een test: er is niets aangemaakt of gewijzigd. De cijfers zeggen wat er zou zijn gebeurd.',
  row: 'Rij',
  column: 'Kolom',
  fault: 'Wat er niet klopt',
  more: { one: 'en nog {n} rij in het bijgevoegde bestand', other: 'en nog {n} rijen in het bijgevoegde bestand' },
  attached: 'Bijgevoegd is een bestand met alleen de mislukte rijen. Verbeter het en stuur het opnieuw.',
  cut: 'Er zijn meer rijen mislukt dan in een mail passen: het bijgevoegde bestand bevat de eerste, het portaal toont ze allemaal.',
  failedFile: 'mislukte-rijen',
  delimiters: { ',': 'een komma', ';': 'een puntkomma', '\t': 'een tab', '|': 'een verticale streep' },
  datesFoundOut: 'herkend aan hun vorm',
  dialect: ({ encoding, delimiter, dateFormat }) =>
    `Gelezen als ${encoding}, gescheiden door ${delimiter}, datums ${dateFormat ?? nl.datesFoundOut}.`,
}
