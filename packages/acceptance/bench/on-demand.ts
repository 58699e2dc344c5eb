import type { Partner } from '../src/partners.ts'
import { bigTrip, freshEdition, startBareWork } from './big-trip.ts'
import { builds } from './builds.ts'
import { type Comparison, compare } from './rounds.ts'

/** Time allowed for requests, transactions and messages. */
const allowanceMs = 250
let code = 0

const trip = (baseUrl: string, partner: Partner) => {
  const { timeToPdf } = builds(baseUrl, partner)
  let last = bigTrip(partner.oid, code, { edition: code, photos: [] })
  return {
    /** Milliseconds from the POST of a new trip to "PDF available". */
    async whole() {
      last = bigTrip(partner.oid, ++code, await freshEdition(code))
      return await timeToPdf('POST', JSON.stringify(last))
    },
    /** The same for the PUT of the last trip with one stage edited. */
    async edited() {
      const [first] = last.guidebook.stages
      if (first?.texts[0]) first.texts[0].content.name = `On the way, edition ${code}`
      return await timeToPdf('PUT', JSON.stringify(last))
    },
  }
}

/** The time from the POST to "PDF available", compared to resizing the same pictures and typesetting the same book in a worker. */
export const onDemand = async (baseUrl: string, partner: Partner): Promise<Comparison[]> => {
  await using bare = startBareWork()
  return [
    await compare({
      name: 'on-demand release: ten stages, 20,000 points, ten photographs',
      unit: 'ms',
      limit: {
        what: 'bare resizing and typesetting',
        measure: async () => await bare.measure(await freshEdition(code)),
      },
      subject: { what: 'from POST to PDF available', measure: trip(baseUrl, partner).whole },
      ratioOf: (subject, limit) => (subject - allowanceMs) / limit,
      target: { atMost: 1.5 },
    }),
  ]
}

/** A release with one stage edited, compared to its whole build. */
export const editedBook = async (baseUrl: string, partner: Partner): Promise<Comparison[]> => {
  const { whole, edited } = trip(baseUrl, partner)
  return [
    await compare({
      name: 'the same release with one stage edited',
      unit: 'ms',
      limit: { what: 'the whole build', measure: whole },
      subject: { what: 'from PUT to PDF available', measure: edited },
      target: { atMost: 0.6 },
    }),
  ]
}
