/**
 * The arguments of the messages that have some. A `number` chooses a plural form or gets separators; a `text`, which may be a number too, is inserted
 * unchanged. A test compares them with the texts.
 */
export const messageArguments = {
  roadbook: {
    pageOf: { page: 'text', pages: 'text' },
    from: { date: 'text' },
    until: { date: 'text' },
    mapOf: { title: 'text' },
    profileOf: { title: 'text' },
    offMap: { numbers: 'text' },
    deviation: { metres: 'text' },
  },
  tripPage: {
    pages: { pages: 'number' },
    appCode: { code: 'text' },
    organisedBy: { name: 'text' },
    earlyTitle: { date: 'text' },
    endedText: { date: 'text' },
    withdrawnText: { name: 'text' },
    offlineKeeping: { percent: 'text' },
    offlineKept: { size: 'text', version: 'text' },
    updateFailed: { name: 'text' },
    failedText: { name: 'text' },
  },
  shareMail: {
    subject: { operator: 'text', title: 'text' },
    opening: { operator: 'text' },
  },
  buildMail: {
    subject: { code: 'text' },
    opening: { title: 'text', code: 'text' },
  },
  webhookMail: {
    greeting: { name: 'text' },
    off: { host: 'text' },
  },
  importReport: {
    greeting: { name: 'text' },
    'count.created': { n: 'number' },
    'count.changed': { n: 'number' },
    'count.unchanged': { n: 'number' },
    'count.failed': { n: 'number' },
    filesNotRead: { n: 'number' },
    filesInPart: { n: 'number' },
    allGood: { n: 'number' },
    more: { n: 'number' },
    moreDecisions: { n: 'number' },
    dialect: { encoding: 'text', delimiter: 'text', dates: 'text' },
  },
  importExplanations: {
    'csv.unknown-delimiter': { declared: 'text' },
    'csv.repeated-column': { columns: 'text' },
    'csv.open-quote': { row: 'text' },
    'csv.endless-row': { row: 'text' },
    'csv.wide-row': { row: 'text' },
    'csv.broken-quotes': { row: 'text' },
    'file.nothing-found': { missing: 'text' },
    'file.missing-columns': { missing: 'text', found: 'text' },
    'file.same-on-day': { day: 'text' },
    'row.nights-outside': { to: 'text', departure: 'text' },
    'row.hotel-not-found': { library: 'text' },
    'release.too-long': { count: 'text' },
    'release.outside-period': { start: 'text', end: 'text' },
    text: { text: 'text' },
  },
} as const
