import type { TextOwner } from '../content/map-texts.ts'
import type { TranslationFault } from './http-translator.ts'
import type { LanguagePair, PaidTexts } from './translation-queries.ts'

/** Messages about translations in the release's audit log. */

/** The account's language and the release's. */
export type Languages = Omit<LanguagePair, 'account'>

/** Further items are only counted. */
const mostNamed = 20

export const notConfiguredMessage = (target: string): string =>
  `A translation to "${target}" was requested, but no translation service is configured; the original text is shown.`

const reasons: Record<TranslationFault, string> = {
  unavailable: 'the translation service is not available. The next build tries again',
  quota: 'the translation service has no characters left in its quota. A build after its renewal tries again',
  refused: 'the translation service does not accept them',
}

export function failedMessage(
  fault: TranslationFault,
  owners: readonly TextOwner[],
  { source, target }: Languages,
): string {
  const named = owners.slice(0, mostNamed).map(({ name }) => name)
  const more = owners.length > named.length ? ` and ${owners.length - named.length} more` : ''
  return `Not translated from "${source}" to "${target}" and shown in the original: ${named.join(', ')}${more}; ${reasons[fault]}.`
}

export const unusableMessage = (name: string, target: string): string =>
  `The translation of ${name} to "${target}" is empty, is too long or has other markup than the original, which is shown instead.`

export const translatedMessage = ({ texts, characters }: PaidTexts, { source, target }: Languages): string =>
  `Translated from "${source}" to "${target}": ${texts} ${texts === 1 ? 'text' : 'texts'} with ${characters} characters.`
