import { readFileSync } from 'node:fs'
import type { OnDemandRequest } from '@guidebook/client'
import type { Accounts, DemoContext } from '../context.ts'
import { dataFile } from '../data/data-file.ts'
import { english } from '../data/data-set.ts'
import { inLibrary, type Libraries } from './content.ts'

/** Days of the on-demand release, from today: the period, and the trip within it. */
export const onDemandDays = { start: 5, end: 60, arrival: 10, departure: 12 }

const picture = () => readFileSync(dataFile('mountains.png')).toString('base64')

/**
 * A booking as a tour operator's system sends it, with three stages. The first contains its own route, a point with a picture and a
 * hotel by reference. The second references the libraries only. The third joins parts into one route.
 */
export function onDemandBody(
  { data, day, code }: DemoContext,
  { operator, reseller }: Accounts,
  libraries: Libraries,
  title: string,
): OnDemandRequest {
  const by = (library: keyof Libraries) => (customId: string) => ({
    libraryReference: inLibrary(libraries[library])(customId),
  })
  const { arrival, departure, start, end } = onDemandDays
  const nights = { stageNumber: 1, arrivalDate: day(arrival), departureDate: day(arrival + 1), comment: 'Half board' }
  const [first, second = first] = data.stages
  const advice = { name: 'Before you set out', description: '<p>Check the <b>weather</b> and the hut.</p>' }
  return {
    metadata: { operator: operator.oid, seller: reseller.oid, operatorCode: code(3), lang: 'en' },
    publish: { startDate: day(start), endDate: day(end), devices: 2 },
    booking: {
      arrivalDate: day(arrival),
      departureDate: day(departure),
      accommodation: data.hotels.slice(0, 1).map(({ customId }) => ({ ...nights, ...by('hotels')(customId) })),
    },
    guidebook: {
      title,
      stages: [
        {
          number: 1,
          title: data.inlineRoute.name,
          routes: [{ content: { type: 'HIKING', ...data.inlineRoute } }],
          pois: [
            { content: { ...data.inlinePoi, type: 'SIGHT', imageBase64: picture() } },
            ...(first?.pois ?? []).map(by('pois')),
          ],
          texts: [{ content: advice }],
        },
        {
          number: 2,
          title: english(second?.titles ?? {}),
          routes: (second?.routes ?? []).map(by('routes')),
          pois: (second?.pois ?? []).map(by('pois')),
          texts: [],
        },
        {
          number: 3,
          title: data.group.name,
          routes: [{ group: { name: data.group.name, parts: data.group.parts.map(inLibrary(libraries.routes)) } }],
          pois: [],
          texts: [],
        },
      ],
      generalInfo: data.texts.map(({ customId }) => by('texts')(customId)),
    },
  }
}
