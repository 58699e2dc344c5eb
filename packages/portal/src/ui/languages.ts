import type { Formats } from '../i18n/formats.ts'

/** Languages offered for trips and texts. The service accepts every code of two letters, so callers add the stored ones. */
const offered = [
  'de',
  'en',
  'fr',
  'it',
  'es',
  'nl',
  'pt',
  'da',
  'sv',
  'nb',
  'fi',
  'pl',
  'cs',
  'sk',
  'sl',
  'hr',
  'hu',
  'ro',
  'bg',
  'el',
  'tr',
  'ru',
  'uk',
  'he',
  'ar',
  'ja',
  'ko',
  'zh',
  'th',
]

export const languageChoices = (formats: Formats, ...more: string[]) =>
  [...new Set([...offered, ...more])]
    .map((value) => ({ value, label: `${formats.language(value)} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label))
