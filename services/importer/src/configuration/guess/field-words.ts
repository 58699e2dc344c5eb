import type { RequiredField } from '@guidebook/contracts'
import words from './field-words.json' with { type: 'json' }

export type GuessedField = RequiredField | 'hotel'

/**
 * Names of the columns in booking systems, in the languages of the product's mails, as normalised by `plain`. A header that equals such a word scores
 * higher than one that contains it.
 */
export const fieldWords: Readonly<Record<GuessedField, readonly string[]>> = words

/** The letters of a header, without case and accents. */
export const plain = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** The night or day of the stay in a header ("Night 3", "Tag 2"); `null` without one. */
export const namedNight = (header: string): number | null => {
  if (!nightWords.includes(plain(header))) return null
  const night = Number(/\d{1,3}/.exec(header)?.[0] ?? 0)
  return night > 0 && night <= 366 ? night : null
}

const nightWords = ['night', 'day', 'nacht', 'tag', 'nuit', 'jour', 'notte', 'giorno', 'noche', 'dia', 'dag']
