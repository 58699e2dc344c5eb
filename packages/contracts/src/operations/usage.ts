import { operationsOf } from '../operation.ts'
import { accountUsage, translationUsage } from '../schemas/analytics.ts'

const shared = { audience: 'partner', role: 'viewer', tag: 'Account' } as const

export const readUsage = operationsOf({ ...shared, service: 'releases' })('GET /account/usage', {
  summary: 'Read how travellers use the releases of the account',
  description:
    'Releases of all guidebooks together. Nothing is known of who the travellers are. A guidebook has its own analytics, by day.',
  responses: { 200: { description: 'Counts by month.', body: accountUsage } },
})

export const readTranslationUsage = operationsOf({ ...shared, service: 'builder' })('GET /account/translations', {
  summary: 'Read what was translated for the account',
  description: 'A text is translated once for each language. A repeated build translates only what has changed.',
  responses: { 200: { description: 'Texts and characters by month.', body: translationUsage } },
})
