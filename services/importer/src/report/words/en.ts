import type { Words } from '../words.ts'

export const en: Words = {
  lang: 'en',
  sentence: (english) => english,
  report: 'Import report',
  testReport: 'Import test',
  greeting: (name) => `Hello ${name},`,
  counted: {
    created: { one: '{n} created', other: '{n} created' },
    changed: { one: '{n} changed', other: '{n} changed' },
    unchanged: { one: '{n} unchanged', other: '{n} unchanged' },
    failed: { one: '{n} failed', other: '{n} failed' },
  },
  filesNotRead: { one: '{n} file not read', other: '{n} files not read' },
  filesInPart: { one: '{n} file read in part', other: '{n} files read in part' },
  nothing: 'nothing imported',
  notImported: 'This file was not imported.',
  readInPart: 'This file was read only in part.',
  empty: 'This file has no rows.',
  allGood: { one: 'The one row of this file is in order.', other: 'All {n} rows of this file are in order.' },
  test: 'This was a test: nothing was created or changed. The figures say what would have happened.',
  row: 'Row',
  column: 'Column',
  fault: 'What is wrong',
  more: { one: 'and {n} more row, in the attached file', other: 'and {n} more rows, in the attached file' },
  attached: 'Attached is a file of only the rows that failed. Mend it and send it again.',
  cut: 'More rows failed than fit into a mail: the attached file holds the first of them, the portal shows all.',
  failedFile: 'failed-rows',
  delimiters: { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' },
  datesFoundOut: 'recognised by their form',
  dialect: ({ encoding, delimiter, dateFormat }) =>
    `Read as ${encoding}, separated by ${delimiter}, dates ${dateFormat ?? en.datesFoundOut}.`,
}
