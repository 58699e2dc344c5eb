import type { Partner } from './partners.ts'

/** The date `offset` days from today, in Central European time. */
export const day = (offset: number): string => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }).format()
  return new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10)
}

/** A short climb above Grindelwald: enough points for a map and a profile. */
export const waypoints = Array.from({ length: 60 }, (_, index) => ({
  lat: 46.6242 + index * 0.0007,
  lon: 8.0412 - index * 0.0004 + (index % 5) * 0.00008,
  ele: 1034 + index * 11,
}))

/** Creates a library and a guidebook with one stage. Returns the guidebook's custom ID. */
export const createContent = async ({ id, client }: Partner, suffix: string): Promise<string> => {
  const expectCreated = async (path: string, body: object) => {
    const answer = await client.send('POST', path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  const library = { customId: `LIB-${suffix}` }
  const names = { en: 'Bachalpsee', de: 'Bachalpsee' }
  await expectCreated('/content/library', { account: id, ...library, names })
  await expectCreated('/content/geodata/route', {
    account: id,
    library,
    customId: 'R-1',
    names,
    attributes: {},
    icon: { name: 'hiking' },
    waypoints,
  })
  const member = { libraryCustomId: library.customId, customId: 'R-1' }
  const stages = [{ number: 1, titles: names, routes: [member], pois: [], texts: [] }]
  const guidebook = { account: id, customId: `GB-${suffix}`, titles: names, stages, generalInfo: [] }
  await expectCreated('/content/guidebook', guidebook)
  return guidebook.customId
}

export const plainRelease = (account: string, guidebook: string, downloadCode: number, resellerOid?: string) => ({
  account,
  downloadCode,
  guidebookExternalId: guidebook,
  startdate: day(0),
  enddate: day(30),
  arrivaldate: day(1),
  departuredate: day(3),
  lang: 'de',
  devices: 2,
  ...(resellerOid === undefined ? {} : { resellerOid }),
})

export const onDemandRelease = (operator: string, operatorCode: number, library: string, seller?: string) => ({
  metadata: { operator, operatorCode, lang: 'de', ...(seller === undefined ? {} : { seller }) },
  publish: { startDate: day(1), endDate: day(30), devices: 2 },
  booking: { arrivalDate: day(1), departureDate: day(3) },
  guidebook: {
    title: 'Bachalpsee und zurück',
    stages: [
      {
        number: 1,
        title: 'Zum See',
        routes: [{ libraryReference: { libraryCustomId: library, customId: 'R-1' } }],
        pois: [
          { content: { type: 'SIGHT', name: 'Bachalpsee', description: '<p>Der See.</p>', lat: 46.6695, lon: 8.0236 } },
        ],
        texts: [{ content: { name: 'Anreise', description: '<p>Mit der Bahn.</p>' } }],
      },
    ],
    generalInfo: [],
  },
})
