import { meter } from '@guidebook/service-kit'
import type { HashedText } from './translation-queries.ts'

/** Counts the translated texts and characters, which are paid for. */
export function translationMetrics(provider: string): (texts: readonly HashedText[]) => void {
  const instruments = meter('builder')
  const texts = instruments.createCounter('builder_translated_texts', {
    description: 'Texts translated by a provider.',
  })
  const characters = instruments.createCounter('builder_translated_characters', {
    description: 'Their Unicode characters, markup included.',
  })
  return (paid) => {
    texts.add(paid.length, { provider })
    characters.add(
      paid.reduce((sum, one) => sum + one.characters, 0),
      { provider },
    )
  }
}
