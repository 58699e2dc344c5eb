/** Fields that many resources share. */
import { type TString, Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import { closed, nullable, text } from './shape.ts'

export const date = Type.String({
  format: 'date',
  fault: 'calendar-day' satisfies FieldRule,
  description: 'Calendar day.',
  examples: ['2026-07-14'],
})

export const instant = Type.String({
  format: 'date-time',
  fault: 'instant' satisfies FieldRule,
  description: 'Instant, ISO 8601 in UTC.',
  examples: ['2026-06-30T08:15:00.000Z'],
})

export const language = Type.String({
  pattern: '^[a-z]{2}$',
  fault: 'language-code' satisfies FieldRule,
  description: 'Language code.',
  examples: ['de'],
})

const perLanguage = (maxLength: number, description: string, example: string, minProperties = 0) =>
  Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), text(maxLength), {
    additionalProperties: false,
    minProperties,
    description,
    examples: [{ en: example }],
    keyFault: 'language-key' satisfies FieldRule,
  })

/** Text by language code. Empty texts are allowed; an empty object only in changes. */
export const names = perLanguage(1000, 'Names by language code.', 'To the pass', 1)
export const anyNames = perLanguage(1000, 'Names by language code.', 'To the pass')
export const descriptions = perLanguage(
  200_000,
  'Descriptions (HTML allowed) by language code.',
  '<p>Along the stream.</p>',
)

export const devices = Type.Integer({
  minimum: 1,
  maximum: 9999,
  fault: 'device-count' satisfies FieldRule,
  description: 'Number of devices that can download.',
})

export const email = Type.String({
  format: 'email',
  maxLength: 254,
  fault: 'email' satisfies FieldRule,
  description: 'E-mail address.',
})

/** Host name and what follows it. A program skips further slashes before the host name, a reader does not. */
export const webAddressRest = '[^\\s\\u0000-\\u001f\\ud800-\\udfff/\\\\?#][^\\s\\u0000-\\u001f\\ud800-\\udfff]*'

/** Schemes are read without regard to case (RFC 3986). */
const webScheme = '[hH][tT][tT][pP][sS]?'

export const webUrl = Type.String({
  pattern: `^${webScheme}://${webAddressRest}$`,
  maxLength: 2000,
  fault: 'web-address' satisfies FieldRule,
  description: 'Web address.',
})

export const logoUrl = Type.String({
  pattern: `^https://${webAddressRest}$`,
  maxLength: 2000,
  fault: 'https-address' satisfies FieldRule,
  description: 'Address of a logo: PNG, JPEG or SVG. It is fetched once a day.',
})

export const phone = Type.String({
  pattern: '^[0-9+(][0-9 ()+./;=a-zA-Z\\u00a0-]*$',
  maxLength: 50,
  fault: 'phone' satisfies FieldRule,
  description: 'Telephone number.',
})

/** Also an empty text, which travellers do not see. `schema` has a pattern. */
export const orEmpty = (schema: TString) =>
  ({ ...schema, pattern: `^$|${(schema as { pattern?: string }).pattern}` }) as TString

export const html = (description: string) => text(200_000, { description })

/** A colour with a leading `#`. */
export const hashColor = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  fault: 'hash-color' satisfies FieldRule,
  description: 'Colour.',
  examples: ['#0a7d4b'],
})

/** A warning for people. */
export const issue = closed(
  { code: Type.String(), message: Type.String(), pointer: nullable(Type.String()) },
  { title: 'Issue' },
)
