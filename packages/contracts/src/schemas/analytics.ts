/** Use of the releases of a guidebook by travellers. */
import { type Static, Type } from 'typebox'
import { date } from './fields.ts'
import { closed } from './shape.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const counts = {
  pageViews: count('How often a Trip Link page was looked at.'),
  roadbookDownloads: count('How often a PDF roadbook was fetched.'),
  gpxDownloads: count('How often a GPX file, or all of them in one archive, was fetched.'),
  appDownloads: count('How often the app fetched the content of a trip.'),
  devices: count('Devices that were registered.'),
}

export const usageCounts = closed(counts, { title: 'UsageCounts' })
export type UsageCounts = Static<typeof usageCounts>

export const analytics = closed(
  {
    from: date,
    to: date,
    total: usageCounts,
    days: Type.Array(closed({ day: date, ...counts }), { description: 'The days with at least one count.' }),
  },
  { title: 'Analytics' },
)

/** Months in the response, the newest first. */
export const shownMonths = 24

const month = Type.String({ pattern: '^\\d{4}-\\d\\d$', description: 'Year and month.', examples: ['2026-07'] })
const months = `The newest ${shownMonths} months with at least one count, the newest first.`

export const accountUsage = closed(
  { months: Type.Array(closed({ month, ...counts }), { description: months }) },
  { title: 'AccountUsage', description: 'What travellers did with the releases of the account, by month.' },
)

export const translationUsage = closed(
  {
    months: Type.Array(
      closed({
        month,
        texts: count('Texts that the translation service translated.'),
        characters: count('Their characters, with markup: what translation services charge for.'),
      }),
      { description: months },
    ),
  },
  {
    title: 'TranslationUsage',
    description: 'What the translation service translated for the account, by month in UTC.',
  },
)
