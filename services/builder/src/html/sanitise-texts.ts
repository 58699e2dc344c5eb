import { sanitiseHtml } from './sanitise-html.ts'
import { mostCharacters, mostMarkup } from './text-budget.ts'

export interface TextToSanitise {
  html: string
  /** How often the book shows it. */
  uses: number
}

export interface SanitisedText {
  html: string
  /** Removed elements that a reader would miss. */
  leftOut: string[]
  /** `plain`: shown without markup. `omitted`: not shown, since the book is full. */
  shown: 'whole' | 'plain' | 'omitted'
}

/** Sanitises texts in the order of the book until the book is full. A text that does not fit is skipped; later texts may still fit. */
export function sanitiseTexts(texts: readonly TextToSanitise[]): SanitisedText[] {
  let characters = mostCharacters
  let markup = mostMarkup
  return texts.map(({ html: dirty, uses }) => {
    if (dirty.length * uses > characters) return { html: '', leftOut: [], shown: 'omitted' }
    characters -= dirty.length * uses
    const { html, leftOut, isPlain, ...cost } = sanitiseHtml(dirty, markup / uses)
    markup -= cost.markup * uses
    return { html, leftOut, shown: isPlain ? 'plain' : 'whole' }
  })
}
