import type { TextResult } from '../content/sanitise-draft.ts'
import { mostCharacters } from '../html/text-budget.ts'
import type { Warnings } from './warnings.ts'

/**
 * Reports what of a text cannot be shown: for each text once, whatever the number of languages in which it is so. `lang` is named where
 * the page is not that of the release's language.
 */
export function reportTextResults(warnings: Pick<Warnings, 'add'>) {
  const reported = new Set<string>()
  return (results: readonly TextResult[], lang: string | null): void => {
    for (const { externalId, pointer, leftOut, shown } of results) {
      const owner = JSON.stringify([externalId, pointer])
      if (reported.has(owner)) continue
      reported.add(owner)
      const text = externalId === null ? 'The description of the guidebook' : 'The text'
      const where = lang === null ? '' : `, as the page in "${lang}" has it,`
      if (shown !== 'whole') {
        warnings.add({ ...tooLong(`${text}${where}`, shown), externalId, pointer })
      } else {
        const message = `${text}${where} holds elements that cannot be shown and were left out: ${leftOut.join(', ')}.`
        warnings.add({ severity: 'info', code: 'html-left-out', message, externalId, pointer })
      }
    }
  }
}

const tooLong = (text: string, shown: 'plain' | 'omitted') =>
  shown === 'plain'
    ? {
        code: 'text-too-complex',
        message: `${text} has too many HTML elements for one guidebook and is shown without its formatting. Use fewer elements, lists and tables above all, and do not nest them deeply.`,
      }
    : {
        code: 'text-too-long',
        message: `${text} does not fit: the texts of one guidebook may have ${mostCharacters.toLocaleString('en')} characters together. It is left out. Shorten the texts, or split the guidebook.`,
      }
