import type { Component, Database, Logger } from '@guidebook/service-kit'
import { httpTranslator, type ProviderSettings } from './http-translator.ts'
import { translationMetrics } from './metrics.ts'
import type { TranslationContext } from './translate-texts.ts'
import { translationQueries } from './translation-queries.ts'

/** The translation context for builds, and the translator as a component of the service. */
export function openTranslation(
  settings: ProviderSettings,
  database: Pick<Database, 'knex'>,
  log: Logger,
): { translation: TranslationContext; translator: Component } {
  const translator = httpTranslator(settings, log)
  const memory = translationQueries(database.knex)
  return { translation: { translator, memory, paid: translationMetrics(translator.provider) }, translator }
}
