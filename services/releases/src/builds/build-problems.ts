/** What a build could not do, in the language of its reader. */
import type { IncomingHttpHeaders } from 'node:http'
import type { BuildWarning } from '@guidebook/contracts'
import { requestedLanguage } from '@guidebook/messages'
import { buildProblemTexts, textByCode } from '../language/text-by-code.ts'
import { sentenceOf } from './warnings.ts'

export interface ProblemTexts {
  /** Why the build failed, or what it waits for. */
  failure(code: string | null, message: string): string
  warning(warning: Pick<BuildWarning, 'code' | 'message' | 'externalId'>): string
}

/** English is the builder's own sentence, which names values; other languages say what its code means. */
export function problemTextsFor(headers: IncomingHttpHeaders): ProblemTexts {
  const lang = requestedLanguage(headers)
  if (lang === 'en') return inEnglish
  const texts = buildProblemTexts(lang)
  return {
    failure: (code) => textByCode(texts, code, 'other-failure'),
    warning: ({ code, externalId }) => sentenceOf({ message: textByCode(texts, code, 'other'), externalId }),
  }
}

const inEnglish: ProblemTexts = { failure: (_, message) => message, warning: sentenceOf }
