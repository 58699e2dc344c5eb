/** The report's sentences in the languages of accounts; others are answered in English. */
export interface Words {
  lang: string
  subject(original: string): string
  greeting(name: string): string
  allGood(count: number): string
  counts(counts: { created: number; changed: number; unchanged: number; failed: number }): string
  test: string
  file(name: string): string
  row(row: number, column: string | null, message: string): string
  failedAttached: string
  failedFile: string
  notImported(reason: string): string
  dialect(about: { encoding: string; delimiter: string; dateFormat: string | null }): string
}

const delimiterNames = {
  en: { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' },
  de: { ',': 'Komma', ';': 'Strichpunkt', '\t': 'Tabulator', '|': 'senkrechter Strich' },
} as const
const nameOf = (lang: 'en' | 'de', delimiter: string): string =>
  (delimiterNames[lang] as Readonly<Record<string, string>>)[delimiter] ?? delimiter

const en: Words = {
  lang: 'en',
  subject: (original) => `Import report: ${original}`,
  greeting: (name) => `Hello ${name},`,
  allGood: (count) => `all ${count} rows of your file are in order.`,
  counts: (counts) =>
    `created: ${counts.created}, changed: ${counts.changed}, unchanged: ${counts.unchanged}, failed: ${counts.failed}.`,
  test: 'This was a test: nothing was created or changed. The figures say what would have happened.',
  file: (name) => `File: ${name}`,
  row: (row, column, message) => `Row ${row}${column === null ? '' : `, column “${column}”`}: ${message}`,
  failedAttached: 'Attached is a file of only the rows that failed. Mend it and send it again.',
  failedFile: 'failed-rows',
  notImported: (reason) => `The file was not imported. ${reason}`,
  dialect: ({ encoding, delimiter, dateFormat }) =>
    `Read as ${encoding}, separated by ${nameOf('en', delimiter)}, dates ${dateFormat ?? 'recognised by their form'}.`,
}

const de: Words = {
  lang: 'de',
  subject: (original) => `Importbericht: ${original}`,
  greeting: (name) => `Guten Tag ${name},`,
  allGood: (count) => `alle ${count} Zeilen Ihrer Datei sind in Ordnung.`,
  counts: (counts) =>
    `angelegt: ${counts.created}, geändert: ${counts.changed}, unverändert: ${counts.unchanged}, fehlgeschlagen: ${counts.failed}.`,
  test: 'Dies war ein Test: nichts wurde angelegt oder geändert. Die Zahlen sagen, was geschehen wäre.',
  file: (name) => `Datei: ${name}`,
  row: (row, column, message) => `Zeile ${row}${column === null ? '' : `, Spalte „${column}“`}: ${message}`,
  failedAttached:
    'Im Anhang finden Sie eine Datei nur mit den fehlgeschlagenen Zeilen. Bitte berichtigen und erneut senden.',
  failedFile: 'fehlgeschlagene-zeilen',
  notImported: (reason) => `Die Datei wurde nicht importiert. ${reason}`,
  dialect: ({ encoding, delimiter, dateFormat }) =>
    `Gelesen als ${encoding}, getrennt durch ${nameOf('de', delimiter)}, Datumsangaben ${dateFormat ?? 'an ihrer Form erkannt'}.`,
}

export const wordsFor = (lang: string | undefined): Words => (lang === 'de' ? de : en)
