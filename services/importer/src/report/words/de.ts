import { phrasebook } from '../phrasebook.ts'
import { de as phrases } from '../phrases/de.ts'
import type { Words } from '../words.ts'

export const de: Words = {
  lang: 'de',
  sentence: phrasebook(phrases),
  report: 'Importbericht',
  testReport: 'Importtest',
  greeting: (name) => `Guten Tag ${name},`,
  counted: {
    created: { one: '{n} angelegt', other: '{n} angelegt' },
    changed: { one: '{n} geändert', other: '{n} geändert' },
    unchanged: { one: '{n} unverändert', other: '{n} unverändert' },
    failed: { one: '{n} fehlgeschlagen', other: '{n} fehlgeschlagen' },
  },
  filesNotRead: { one: '{n} Datei nicht gelesen', other: '{n} Dateien nicht gelesen' },
  filesInPart: { one: '{n} Datei nur zum Teil gelesen', other: '{n} Dateien nur zum Teil gelesen' },
  nothing: 'nichts importiert',
  notImported: 'Diese Datei wurde nicht importiert.',
  readInPart: 'Diese Datei wurde nur zum Teil gelesen.',
  empty: 'Diese Datei hat keine Zeilen.',
  allGood: {
    one: 'Die eine Zeile dieser Datei ist in Ordnung.',
    other: 'Alle {n} Zeilen dieser Datei sind in Ordnung.',
  },
  test: 'Dies war ein Test: Nichts wurde angelegt oder geändert. Die Zahlen sagen, was geschehen wäre.',
  row: 'Zeile',
  column: 'Spalte',
  fault: 'Was nicht stimmt',
  more: {
    one: 'und {n} weitere Zeile in der angehängten Datei',
    other: 'und {n} weitere Zeilen in der angehängten Datei',
  },
  attached: 'Im Anhang finden Sie eine Datei nur mit den fehlgeschlagenen Zeilen. Bitte berichtigen und erneut senden.',
  cut: 'Es sind mehr Zeilen fehlgeschlagen, als in eine Mail passen: Die angehängte Datei enthält die ersten, das Portal zeigt alle.',
  failedFile: 'fehlgeschlagene-zeilen',
  delimiters: { ',': 'Komma', ';': 'Strichpunkt', '\t': 'Tabulator', '|': 'senkrechten Strich' },
  datesFoundOut: 'an ihrer Form erkannt',
  dialect: ({ encoding, delimiter, dateFormat }) =>
    `Gelesen als ${encoding}, getrennt durch ${delimiter}, Datumsangaben ${dateFormat ?? de.datesFoundOut}.`,
}
