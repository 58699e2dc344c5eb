import de from './translations/de.json' with { type: 'json' }
import en from './translations/en.json' with { type: 'json' }
import es from './translations/es.json' with { type: 'json' }
import fr from './translations/fr.json' with { type: 'json' }
import it from './translations/it.json' with { type: 'json' }
import nl from './translations/nl.json' with { type: 'json' }

export type English = typeof en
export type Area = keyof English

/** All messages, by language and area. English names them: a translation that lacks one does not compile. */
export const catalogue = { de, en, fr, it, es, nl } satisfies Record<string, English>
export type Language = keyof typeof catalogue

/**
 * The interface language: the first of the requested languages that messages exist in, else English. Everything that the service writes to one
 * reader is in this language: labels, dates, numbers, units, and the direction of the layout. An operator's texts keep their own language.
 */
export function chooseLanguage(...requested: readonly string[]): Language {
  return requested.find((lang): lang is Language => Object.hasOwn(catalogue, lang)) ?? 'en'
}

/** The direction in which an interface language is written. */
export const directionOf = (lang: Language): 'ltr' | 'rtl' => new Intl.Locale(lang).getTextInfo().direction ?? 'ltr'
