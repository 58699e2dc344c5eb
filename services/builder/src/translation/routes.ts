import { operations, shownMonths } from '@guidebook/contracts'
import { type Database, fail, type Route, route } from '@guidebook/service-kit'
import { translatedByMonth } from './translation-queries.ts'

export const translationRoutes = ({ knex }: Database): Route[] => [
  route(operations.readTranslationUsage, async ({ identity }) => ({
    status: 200,
    body: { months: await translatedByMonth(knex, identity.account ?? fail('forbidden'), shownMonths) },
  })),
]
