/** The rules that a fault can name, so that programs can say in any language what is wrong. Faults carry their values. */

/** Rules of one kind of field, with the messages of their faults. */
export const fieldRules = {
  'attribute-name': 'must be a name of 1 to 100 characters',
  'bare-color': 'must be six hexadecimal digits without #',
  'calendar-day': 'must be a calendar day, YYYY-MM-DD',
  'decimal-text': 'must be a decimal number in a string, "" or null',
  'device-count': 'must be a whole number from 1 to 9999',
  'download-code': 'must be a whole number from 1 to 9007199254740991',
  email: 'must be an e-mail address',
  'hash-color': 'must be # and six hexadecimal digits',
  'https-address': 'must be an https address with a host name',
  instant: 'must be an instant, such as 2026-07-14T08:00:00Z',
  'language-code': 'must be two lower-case letters',
  'language-key': 'must be a language code: two lower-case letters',
  'mail-code': 'must be the eight digits of the mail',
  'not-blank': 'must not be blank',
  oid: 'must be three upper-case letters or digits',
  'pdf-base64': 'must be a PDF file in Base64 alone, without "data:application/pdf;base64," before it',
  phone: 'must be a telephone number',
  'stay-days': 'must be "stay" or {from, to}',
  'token-name': 'must have 1 to 40 lower-case letters, digits, dots, hyphens or underscores',
  'visible-ascii': 'must have 1 to 128 visible ASCII characters',
  'web-address': 'must be an http or https address',
} as const
export type FieldRule = keyof typeof fieldRules

/** Rules with values, and those that services check. Their messages are written where they are checked. */
const otherRules = [
  'allowed-values',
  'constant',
  'min-length',
  'min-items',
  'min-fields',
  'max-length',
  'max-items',
  'max-fields',
  'minimum',
  'maximum',
  'value-type',
  'outside-period',
  'sender-taken',
  'time-zone',
  'used-in',
] as const

export type FaultRule = FieldRule | (typeof otherRules)[number]
export const faultRules: readonly FaultRule[] = [...(Object.keys(fieldRules) as FieldRule[]), ...otherRules]
