import type { Accounts, DemoContext } from '../context.ts'
import { drawPicture } from '../data/picture.ts'
import { inLibrary, type Libraries } from './content.ts'

const english = (texts: Readonly<Record<string, string>>) => texts.en ?? Object.values(texts)[0] ?? ''

/** Days of the on-demand release, from today: the period, and the trip within it. */
export const onDemandDays = { start: 5, end: 60, arrival: 10, departure: 12 }

/**
 * A booking as a tour operator's system sends it, with three stages. The first contains its own route, a point with a picture and a
 * hotel by reference. The second references the libraries only. The third joins parts into one route.
 */
export async function onDemandBody(
  context: DemoContext,
  { operator, reseller }: Accounts,
  libraries: Libraries,
  title: string,
) {
  const { data, day, run } = context
  const route = inLibrary(libraries.routes)
  const poi = inLibrary(libraries.pois)
  const [hotel] = data.hotels
  const second = data.stages[1] ?? data.stages[0]
  const picture = drawPicture(data.inlineRoute.waypoints).toString('base64')
  const waypoints = data.inlineRoute.waypoints.map(({ lat, lon, ele }) =>
    ele === undefined ? { lat, lon } : { lat, lon, ele },
  )
  return {
    metadata: { operator: operator.oid, seller: reseller.oid, operatorCode: run.code(3), lang: 'en' },
    publish: { startDate: day(onDemandDays.start), endDate: day(onDemandDays.end), devices: 2 },
    booking: {
      arrivalDate: day(onDemandDays.arrival),
      departureDate: day(onDemandDays.departure),
      accommodation: hotel
        ? [
            {
              stageNumber: 1,
              arrivalDate: day(onDemandDays.arrival),
              departureDate: day(onDemandDays.arrival + 1),
              comment: 'Half board',
              libraryReference: inLibrary(libraries.hotels)(hotel.customId),
            },
          ]
        : [],
    },
    guidebook: {
      title,
      stages: [
        {
          number: 1,
          title: data.inlineRoute.name,
          routes: [{ content: { type: 'HIKING', ...data.inlineRoute, waypoints } }],
          pois: [
            { content: { ...data.inlinePoi, type: 'SIGHT', imageBase64: picture } },
            ...(data.stages[0]?.pois ?? []).map((customId) => ({ libraryReference: poi(customId) })),
          ],
          texts: [
            { content: { name: 'Before you set out', description: '<p>Check the <b>weather</b> and the hut.</p>' } },
          ],
        },
        {
          number: 2,
          title: english(second?.titles ?? {}),
          routes: (second?.routes ?? []).map((customId) => ({ libraryReference: route(customId) })),
          pois: (second?.pois ?? []).map((customId) => ({ libraryReference: poi(customId) })),
          texts: [],
        },
        {
          number: 3,
          title: data.group.name,
          routes: [{ group: { name: data.group.name, parts: data.group.parts.map(route) } }],
          pois: [],
          texts: [],
        },
      ],
      generalInfo: data.texts.map(({ customId }) => ({ libraryReference: inLibrary(libraries.texts)(customId) })),
    },
  }
}
