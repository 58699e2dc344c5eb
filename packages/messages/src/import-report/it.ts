import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const it: Texts<typeof en> = {
  report: 'Rapporto d’importazione',
  testReport: 'Prova d’importazione',
  greeting: 'Buongiorno {name},',
  'count.created': '{n, plural, one {# creata} other {# create}}',
  'count.changed': '{n, plural, one {# modificata} other {# modificate}}',
  'count.unchanged': '{n, plural, one {# invariata} other {# invariate}}',
  'count.failed': '{n, plural, one {# non riuscita} other {# non riuscite}}',
  filesNotRead: '{n, plural, one {# file non letto} other {# file non letti}}',
  filesInPart: '{n, plural, one {# file letto in parte} other {# file letti in parte}}',
  nothing: 'nulla è stato importato',
  notImported: 'Questo file non è stato importato.',
  readInPart: 'Questo file è stato letto solo in parte.',
  empty: 'Questo file non ha righe.',
  allGood:
    '{n, plural, one {L’unica riga di questo file è in ordine.} other {Tutte le # righe di questo file sono in ordine.}}',
  test: 'Era una prova: nulla è stato creato o modificato. Le cifre dicono che cosa sarebbe successo.',
  row: 'Riga',
  column: 'Colonna',
  fault: 'Che cosa non va',
  more: '{n, plural, one {e un’altra riga nel file allegato} other {e altre # righe nel file allegato}}',
  attached: 'In allegato un file con le sole righe non riuscite. Correggetelo e inviatelo di nuovo.',
  cut: 'Le righe non riuscite sono più di quante ne stiano in una mail: il file allegato contiene le prime, il portale le mostra tutte.',
  failedFile: 'righe-non-riuscite',
  'delimiter.comma': 'virgola',
  'delimiter.semicolon': 'punto e virgola',
  'delimiter.tab': 'tabulazione',
  'delimiter.bar': 'barra verticale',
  dialect: 'Letto come {encoding}, colonne separate da {delimiter}, date {dates}.',
  datesByForm: 'riconosciute dalla loro forma',
}
