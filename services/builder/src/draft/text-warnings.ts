import type { SanitisedText } from '../html/sanitise-texts.ts'
import { mostCharacters } from '../html/text-budget.ts'
import type { Warnings } from '../outcome/warnings.ts'

/** How the text of an item, or of the guidebook itself (`externalId: null`), was sanitised. */
export type TextResult = Omit<SanitisedText, 'html'> & { externalId: string | null; pointer: string | null }

/**
 * Warns about texts that are not shown whole: once for each text, whatever the number of languages. `lang` is null for the release's own
 * language.
 */
export function reportTextResults(warnings: Pick<Warnings, 'add'>) {
  const reported = new Set<string>()
  return (results: readonly TextResult[], lang: string | null): void => {
    for (const { externalId, pointer, leftOut, shown } of results) {
      const owner = JSON.stringify([externalId, pointer])
      if (reported.has(owner)) continue
      reported.add(owner)
      const text = externalId === null ? 'The description of the guidebook' : 'The text'
      const where = lang === null ? '' : ` on the page in "${lang}"`
      if (shown !== 'whole') {
        warnings.add({ ...tooLong(`${text}${where}`, shown), externalId, pointer })
      } else {
        const message = `${text}${where} contains elements that cannot be shown and were left out: ${leftOut.join(', ')}.`
        warnings.add({ severity: 'info', code: 'html-left-out', message, externalId, pointer })
      }
    }
  }
}

const tooLong = (text: string, shown: 'plain' | 'omitted') =>
  shown === 'plain'
    ? {
        code: 'text-too-complex',
        message: `${text} has too many HTML elements for one guidebook and is shown without formatting. Use fewer elements, above all fewer lists and tables, and do not nest them deeply.`,
      }
    : {
        code: 'text-too-long',
        message: `${text} does not fit: all texts of one guidebook together may have ${mostCharacters.toLocaleString('en')} characters. It was left out. Shorten the texts, or split the guidebook.`,
      }
