import type { SanitisedDraft } from '../content/sanitise-draft.ts'
import type { Warnings } from './warnings.ts'

/**
 * Tells what of a text could not be shown: of each text once, whatever the number of languages in which it is so. `lang` is named where
 * the page is not that of the release's language.
 */
export function leftOutTeller(warnings: Pick<Warnings, 'add'>) {
  const told = new Set<string>()
  return (leftOut: SanitisedDraft['leftOut'], lang: string | null): void => {
    for (const { externalId, pointer, elements } of leftOut) {
      const owner = JSON.stringify([externalId, pointer])
      if (told.has(owner)) continue
      told.add(owner)
      const text = externalId === null ? 'The description of the guidebook' : 'The text'
      const where = lang === null ? '' : `, as the page in "${lang}" has it,`
      const message = `${text}${where} holds elements that cannot be shown and were left out: ${elements.join(', ')}.`
      warnings.add({ severity: 'info', code: 'html-left-out', message, externalId, pointer })
    }
  }
}
