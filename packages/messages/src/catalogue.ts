import { importExplanations } from './english/import-explanations.ts'
import { importReport } from './english/import-report.ts'
import { buildMail, shareMail, webhookMail } from './english/mails.ts'
import { roadbook } from './english/roadbook.ts'
import { tripPage } from './english/trip-page.ts'
import de from './translations/de.json' with { type: 'json' }
import es from './translations/es.json' with { type: 'json' }
import fr from './translations/fr.json' with { type: 'json' }
import it from './translations/it.json' with { type: 'json' }
import nl from './translations/nl.json' with { type: 'json' }

const en = { roadbook, tripPage, shareMail, buildMail, webhookMail, importReport, importExplanations }
export type English = typeof en
export type Area = keyof English
type Texts = { readonly [Of in Area]: { readonly [Name in keyof English[Of]]: string } }

/** All messages, by language and area. English names them. */
export const catalogue = { de, en, fr, it, es, nl } satisfies Record<string, Texts>
export type Language = keyof typeof catalogue

/** The first of the requested languages that messages exist in, else English. */
export function chooseLanguage(...requested: readonly string[]): Language {
  return requested.find((lang): lang is Language => Object.hasOwn(catalogue, lang)) ?? 'en'
}
