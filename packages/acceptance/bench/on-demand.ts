import type { Partner } from '../src/partners.ts'
import { bigTrip, freshEdition, startBareWork } from './big-trip.ts'
import { builds } from './builds.ts'
import { type Comparison, compare } from './rounds.ts'

/** Time allowed for requests, transactions and messages. */
const allowanceMs = 100

/**
 * The time from the POST to "PDF available", compared to resizing the same pictures and typesetting the same book in a worker. Then the same
 * release with one stage edited, compared to the whole build.
 */
export const onDemand = async (baseUrl: string, partner: Partner): Promise<Comparison[]> => {
  const { timeToPdf } = builds(baseUrl, partner)
  await using bare = startBareWork()
  let code = 0
  let last = bigTrip(partner.oid, code, { edition: code, photos: [] })
  const whole = async () => {
    last = bigTrip(partner.oid, ++code, await freshEdition(code))
    return await timeToPdf('POST', JSON.stringify(last))
  }
  const edited = async () => {
    const [first] = last.guidebook.stages
    if (first?.texts[0]) first.texts[0].content.name = `On the way, edition ${code}`
    return await timeToPdf('PUT', JSON.stringify(last))
  }
  return [
    await compare({
      name: 'on-demand release: ten stages, 20,000 points, ten photographs',
      unit: 'ms',
      limit: {
        what: 'bare resizing and typesetting',
        measure: async () => await bare.measure(await freshEdition(code)),
      },
      subject: { what: 'from POST to PDF available', measure: whole },
      ratioOf: (subject, limit) => (subject - allowanceMs) / limit,
      target: { atMost: 1.2 },
    }),
    await compare({
      name: 'the same release with one stage edited',
      unit: 'ms',
      limit: { what: 'the whole build', measure: whole },
      subject: { what: 'from PUT to PDF available', measure: edited },
      target: { atMost: 0.6 },
    }),
  ]
}
