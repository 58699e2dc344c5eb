import type { TextOwner } from '../content/text-owner.ts'
import type { TranslationFault } from './translator.ts'

/** What the release's audit log says of translations. */

interface Languages {
  source: string
  target: string
}

/** More items than these are counted. */
const mostNamed = 20

export const notConfiguredMessage = (target: string): string =>
  `A translation to "${target}" was asked for, but no translation service is configured; the original text is shown.`

const reasons: Record<TranslationFault, string> = {
  unavailable: 'the translation service is not available. The next build tries again',
  quota: 'the translation service has no characters left in its quota. A build after it was renewed tries again',
  refused: 'the translation service does not take them',
}

export function failedMessage(
  fault: TranslationFault,
  owners: readonly TextOwner[],
  { source, target }: Languages,
): string {
  const named = owners.slice(0, mostNamed).map(({ called }) => called)
  const more = owners.length > named.length ? ` and ${owners.length - named.length} more` : ''
  return `Not translated from "${source}" to "${target}" and shown in the original: ${named.join(', ')}${more}; ${reasons[fault]}.`
}

export const unusableMessage = (called: string, target: string): string =>
  `The translation of ${called} to "${target}" is empty, too long or of other markup than the original, which is shown instead.`

export const translatedMessage = (
  { texts, characters }: { texts: number; characters: number },
  { source, target }: Languages,
): string =>
  `Translated from "${source}" to "${target}": ${texts} ${texts === 1 ? 'text' : 'texts'} with ${characters} characters.`
