import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const de: Texts<typeof en> = {
  report: 'Importbericht',
  testReport: 'Importtest',
  greeting: 'Guten Tag {name},',
  'count.created': '{n, number} angelegt',
  'count.changed': '{n, number} geändert',
  'count.unchanged': '{n, number} unverändert',
  'count.failed': '{n, number} fehlgeschlagen',
  filesNotRead: '{n, plural, one {# Datei nicht gelesen} other {# Dateien nicht gelesen}}',
  filesInPart: '{n, plural, one {# Datei nur zum Teil gelesen} other {# Dateien nur zum Teil gelesen}}',
  nothing: 'nichts importiert',
  notImported: 'Diese Datei wurde nicht importiert.',
  readInPart: 'Diese Datei wurde nur zum Teil gelesen.',
  empty: 'Diese Datei hat keine Zeilen.',
  allGood:
    '{n, plural, one {Die eine Zeile dieser Datei ist in Ordnung.} other {Alle # Zeilen dieser Datei sind in Ordnung.}}',
  test: 'Dies war ein Test: Nichts wurde angelegt oder geändert. Die Zahlen sagen, was geschehen wäre.',
  row: 'Zeile',
  column: 'Spalte',
  fault: 'Was nicht stimmt',
  more: '{n, plural, one {und # weitere Zeile in der angehängten Datei} other {und # weitere Zeilen in der angehängten Datei}}',
  attached: 'Im Anhang finden Sie eine Datei nur mit den fehlgeschlagenen Zeilen. Bitte berichtigen und erneut senden.',
  cut: 'Es sind mehr Zeilen fehlgeschlagen, als in eine Mail passen: Die angehängte Datei enthält die ersten, das Portal zeigt alle.',
  failedFile: 'fehlgeschlagene-zeilen',
  'delimiter.comma': 'Komma',
  'delimiter.semicolon': 'Strichpunkt',
  'delimiter.tab': 'Tabulator',
  'delimiter.bar': 'senkrechten Strich',
  dialect: 'Gelesen als {encoding}, getrennt durch {delimiter}, Datumsangaben {dates}.',
  datesByForm: 'an ihrer Form erkannt',
}
