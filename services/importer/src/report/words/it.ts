import { phrasebook } from '../phrasebook.ts'
import { it as phrases } from '../phrases/it.ts'
import type { Words } from '../words.ts'

export const it: Words = {
  lang: 'it',
  sentence: phrasebook(phrases),
  report: 'Rapporto d’importazione',
  testReport: 'Prova d’importazione',
  greeting: (name) => `Buongiorno ${name},`,
  counted: {
    created: { one: '{n} creata', other: '{n} create' },
    changed: { one: '{n} modificata', other: '{n} modificate' },
    unchanged: { one: '{n} invariata', other: '{n} invariate' },
    failed: { one: '{n} non riuscita', other: '{n} non riuscite' },
  },
  filesNotRead: { one: '{n} file non letto', other: '{n} file non letti' },
  filesInPart: { one: '{n} file letto in parte', other: '{n} file letti in parte' },
  nothing: 'nulla è stato importato',
  notImported: 'Questo file non è stato importato.',
  readInPart: 'Questo file è stato letto solo in parte.',
  empty: 'Questo file non ha righe.',
  allGood: {
    one: 'L’unica riga di questo file è in ordine.',
    other: 'Tutte le {n} righe di questo file sono in ordine.',
  },
  test: 'Era una prova: nulla è stato creato o modificato. Le cifre dicono che cosa sarebbe successo.',
  row: 'Riga',
  column: 'Colonna',
  fault: 'Che cosa non va',
  more: { one: 'e un’altra riga nel file allegato', other: 'e altre {n} righe nel file allegato' },
  attached: 'In allegato un file con le sole righe non riuscite. Correggetelo e inviatelo di nuovo.',
  cut: 'Le righe non riuscite sono più di quante ne stiano in una mail: il file allegato contiene le prime, il portale le mostra tutte.',
  failedFile: 'righe-non-riuscite',
  delimiters: { ',': 'virgola', ';': 'punto e virgola', '\t': 'tabulazione', '|': 'barra verticale' },
  datesFoundOut: 'riconosciute dalla loro forma',
  dialect: ({ encoding, delimiter, dateFormat }) =>
    `Letto come ${encoding}, colonne separate da ${delimiter}, date ${dateFormat ?? it.datesFoundOut}.`,
}
