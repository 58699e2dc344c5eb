import type { Ajv2020, Format } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const formats = ['date', 'date-time', 'email', 'uuid'] as const

/** Longer than any text of these formats. */
const maxFormattedLength = 320

/** PostgreSQL has no year 0, which ajv-formats accepts. */
const isInYearZero = (text: string): boolean => text.startsWith('0000-')

/** ajv-formats also accepts leap seconds and offsets without minutes, which `Date` cannot read. */
const isReadable = (text: string): boolean => !Number.isNaN(Date.parse(text))

/**
 * Formats that refuse a long text without reading it. All rules of a schema run, also after `maxLength` has failed, and some formats
 * take more than linear time.
 */
export function addBoundedFormats(ajv: Ajv2020): void {
  for (const name of formats) {
    const matches = matcherOf(addFormats.default.get(name))
    const isDate = name === 'date' || name === 'date-time'
    const isValid = (text: string) => matches(text) && (!isDate || (!isInYearZero(text) && isReadable(text)))
    ajv.addFormat(name, {
      type: 'string',
      validate: (text: string) => text.length <= maxFormattedLength && isValid(text),
    })
  }
}

function matcherOf(format: Format): (text: string) => boolean {
  const test = typeof format === 'object' && 'validate' in format ? format.validate : format
  if (test instanceof RegExp) return (text) => test.test(text)
  if (typeof test === 'function') return (text) => test(text as never) === true
  throw new TypeError('the format is neither a pattern nor a function')
}
