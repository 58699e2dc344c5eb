import type { BookContent, Texts } from '../content/book-content.ts'
import { mapTexts, ownerKey, type TextOwner, type TextPlace } from '../content/map-texts.ts'
import type { Build } from '../context.ts'
import type { TranslationFault } from './http-translator.ts'
import { hasLetters, hasSameMarkup, readMarkup } from './markup.ts'
import type { TextFormat } from './protocols.ts'
import { translateTexts } from './translate-texts.ts'
import type { LanguagePair, PaidTexts } from './translation-queries.ts'

export interface TranslatedContent {
  content: BookContent
  /** Owners of texts that were not translated; warnings about them exist. */
  untranslated: TextOwner[]
}

/** Longest name and longest description that geodata stores, characters. */
const longest: Record<TextFormat, number> = { plain: 1_000, html: 200_000 }

/**
 * Adds missing texts in the release's language, translated from the account's language. A text that cannot be translated stays in the
 * original and adds a warning; the build continues.
 */
export async function translateContent(
  content: BookContent,
  { source, target }: Languages,
  { claimed, translation, warnings, signal }: Build,
): Promise<TranslatedContent> {
  const places: (TextPlace & { text: string })[] = []
  const texts = new Map<Texts, Texts>()
  mapTexts(content, (place) => {
    const text = place.texts[source] ?? ''
    if (text === '' || place.texts[target]?.trim()) return place.texts
    const words = hasWords(text, place.format)
    if (words) places.push({ ...place, text })
    // Numbers are the same in every language.
    else if (words === false) texts.set(place.texts, { ...place.texts, [target]: text })
    return place.texts
  })
  const inTarget = () => mapTexts(content, (place) => texts.get(place.texts) ?? place.texts)
  if (places.length === 0) return { content: inTarget(), untranslated: [] }
  if (!translation) {
    const message = `A translation to "${target}" was requested, but no translation service is configured; the original text is shown.`
    warnings.add({ code: 'translation-not-configured', message })
    return { content: inTarget(), untranslated: places.map(({ owner }) => owner) }
  }

  const pair = { account: claimed.account, source, target }
  const translated = await translateTexts(places, translation, { pair, build: claimed, signal })
  const untranslated: TextOwner[] = []
  const failures = new Map<TranslationFault, Map<string, TextOwner>>()
  for (const place of places) {
    const answer = translated.of(place.format, place.text)
    if (typeof answer !== 'string') {
      const owners = failures.get(answer.fault) ?? new Map()
      failures.set(answer.fault, owners.set(ownerKey(place.owner), place.owner))
      untranslated.push(place.owner)
    } else if (isUsable(answer, place)) texts.set(place.texts, { ...place.texts, [target]: answer })
    else {
      const { name, externalId, pointer } = place.owner
      const message = `The translation of ${name} to "${target}" is empty, is too long or has other markup than the original, which is shown instead.`
      warnings.add({ code: 'translation-unusable', message, externalId, pointer })
      untranslated.push(place.owner)
    }
  }
  for (const [fault, owners] of failures) {
    const all = [...owners.values()]
    const { externalId = null, pointer = null } = all.length === 1 ? (all[0] ?? {}) : {}
    warnings.add({
      code: 'translation-failed',
      message: failedMessage(fault, all, { source, target }),
      externalId,
      pointer,
    })
  }
  const paid = await translation.memory.paidBy(claimed)
  if (paid.texts > 0) {
    warnings.add({ severity: 'info', code: 'texts-translated', message: translatedMessage(paid, { source, target }) })
  }
  return { content: inTarget(), untranslated }
}

/** Undefined for HTML that nests too many elements: it is not translated, and is reported as missing in the release's language. */
const hasWords = (text: string, format: TextFormat): boolean | undefined =>
  format === 'html' ? readMarkup(text)?.hasWords : hasLetters(text)

/** Refuses translations that geodata would refuse, or that have other markup. */
const isUsable = (translation: string, { text, format }: { text: string; format: TextFormat }): boolean =>
  translation.trim() !== '' &&
  translation.length <= longest[format] &&
  (format === 'plain' || hasSameMarkup(text, translation))

/** The account's language and the release's. */
type Languages = Omit<LanguagePair, 'account'>

/** Further items are only counted. */
const mostNamed = 20

const reasons: Record<TranslationFault, string> = {
  unavailable: 'the translation service is not available. The next build tries again',
  quota: 'the translation service has no characters left in its quota. A build after its renewal tries again',
  refused: 'the translation service does not accept them',
}

function failedMessage(fault: TranslationFault, owners: readonly TextOwner[], { source, target }: Languages): string {
  const named = owners.slice(0, mostNamed).map(({ name }) => name)
  const more = owners.length > named.length ? ` and ${owners.length - named.length} more` : ''
  return `Not translated from "${source}" to "${target}" and shown in the original: ${named.join(', ')}${more}; ${reasons[fault]}.`
}

const translatedMessage = ({ texts, characters }: PaidTexts, { source, target }: Languages): string =>
  `Translated from "${source}" to "${target}": ${texts} ${texts === 1 ? 'text' : 'texts'} with ${characters} characters.`
