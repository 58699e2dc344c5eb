import { chooseLanguage, type Language, type Messages, messagesOf } from '@guidebook/messages'
import { type Phrasebook, phrasebook } from './phrasebook.ts'
import { de } from './phrases/de.ts'
import { en } from './phrases/en.ts'
import { es } from './phrases/es.ts'
import { fr } from './phrases/fr.ts'
import { it } from './phrases/it.ts'
import { nl } from './phrases/nl.ts'

/** How a report speaks in one language. */
export interface ReportLanguage {
  lang: Language
  texts: Messages<'importReport'>
  /** Translates what is said of a file or a row, which is stored in English. */
  sentence: Phrasebook
}

const phrases = { de, en, es, fr, it, nl }

/** The account's language; English if there are no texts in it. */
export function reportLanguage(defaultLang = 'en'): ReportLanguage {
  const lang = chooseLanguage(defaultLang)
  return { lang, texts: messagesOf('importReport', lang), sentence: phrasebook(phrases[lang]) }
}
