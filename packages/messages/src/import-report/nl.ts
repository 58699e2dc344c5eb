import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const nl: Texts<typeof en> = {
  report: 'Importverslag',
  testReport: 'Importtest',
  greeting: 'Hallo {name},',
  'count.created': '{n, number} aangemaakt',
  'count.changed': '{n, number} gewijzigd',
  'count.unchanged': '{n, number} ongewijzigd',
  'count.failed': '{n, number} mislukt',
  filesNotRead: '{n, plural, one {# bestand niet gelezen} other {# bestanden niet gelezen}}',
  filesInPart: '{n, plural, one {# bestand deels gelezen} other {# bestanden deels gelezen}}',
  nothing: 'niets geïmporteerd',
  notImported: 'Dit bestand is niet geïmporteerd.',
  readInPart: 'Dit bestand is maar gedeeltelijk gelezen.',
  empty: 'Dit bestand heeft geen rijen.',
  allGood:
    '{n, plural, one {De enige rij van dit bestand is in orde.} other {Alle # rijen van dit bestand zijn in orde.}}',
  test: 'Dit was een test: er is niets aangemaakt of gewijzigd. De cijfers zeggen wat er zou zijn gebeurd.',
  row: 'Rij',
  column: 'Kolom',
  fault: 'Wat er niet klopt',
  more: '{n, plural, one {en nog # rij in het bijgevoegde bestand} other {en nog # rijen in het bijgevoegde bestand}}',
  attached: 'Bijgevoegd is een bestand met alleen de mislukte rijen. Verbeter het en stuur het opnieuw.',
  cut: 'Er zijn meer rijen mislukt dan in een mail passen: het bijgevoegde bestand bevat de eerste, het portaal toont ze allemaal.',
  failedFile: 'mislukte-rijen',
  'delimiter.comma': 'een komma',
  'delimiter.semicolon': 'een puntkomma',
  'delimiter.tab': 'een tab',
  'delimiter.bar': 'een verticale streep',
  dialect: 'Gelezen als {encoding}, gescheiden door {delimiter}, datums {dates}.',
  datesByForm: 'herkend aan hun vorm',
}
