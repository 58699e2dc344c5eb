import { expectThat } from '../checklist.ts'
import { type Accounts, type DemoContext, partner } from '../context.ts'
import type { DemoStage } from '../data/data-set.ts'

/** Custom IDs of the libraries of one run, by their content. */
export interface Libraries {
  routes: string
  pois: string
  hotels: string
  texts: string
  guidebook: string
}

const librariesOf = ({ run }: DemoContext): Libraries => ({
  routes: `ROUTES-${run.suffix}`,
  pois: `POIS-${run.suffix}`,
  hotels: `HOTELS-${run.suffix}`,
  texts: `TEXTS-${run.suffix}`,
  guidebook: `TOUR-${run.suffix}`,
})

export const inLibrary = (libraryCustomId: string) => (customId: string) => ({ libraryCustomId, customId })

interface RouteAnswer {
  attributes: { routeDistance: string | null }
  pointCount: number
}

const stageBody = (libraries: Libraries) => (stage: DemoStage, index: number) => ({
  number: index + 1,
  titles: stage.titles,
  routes: stage.routes.map(inLibrary(libraries.routes)),
  pois: stage.pois.map(inLibrary(libraries.pois)),
  texts: stage.texts.map(inLibrary(libraries.texts)),
})

/** Fills the operator's libraries and creates a guidebook from them. */
export async function fillLibraries(context: DemoContext, { operator }: Accounts): Promise<Libraries> {
  const { data, list } = context
  const api = partner(context, operator)
  const libraries = librariesOf(context)
  const account = operator.id
  const create = (path: string, body: object) => api.send('POST', path, 201, { account, ...body })
  await list.step('the operator creates four libraries', async () => {
    for (const [content, customId] of Object.entries(libraries)) {
      if (content !== 'guidebook') await create('/content/library', { customId, names: { en: content } })
    }
  })
  const points = data.routes.reduce((sum, { waypoints }) => sum + waypoints.length, 0)
  await list.step(
    `${data.routes.length} routes with ${points.toLocaleString('en')} points, each with its figures`,
    async () => {
      for (const { waypoints, ...route } of data.routes) {
        const body = {
          ...route,
          library: { customId: libraries.routes },
          icon: { name: 'hiking' },
          color: '0a6c74',
          attributes: {},
          waypoints,
        }
        const { body: stored } = (await create('/content/geodata/route', body)) as { body: RouteAnswer }
        expectThat(
          stored.pointCount === waypoints.length,
          `${route.customId} has ${stored.pointCount} points, not ${waypoints.length}`,
        )
        expectThat(Number(stored.attributes.routeDistance) > 0, `${route.customId} has no length`)
      }
    },
  )
  await list.step(`${data.pois.length} points of interest and ${data.hotels.length} hotels`, async () => {
    for (const poi of data.pois) await create('/content/geodata/poi', { ...poi, library: { customId: libraries.pois } })
    for (const hotel of data.hotels)
      await create('/content/geodata/poi', { ...hotel, library: { customId: libraries.hotels } })
  })
  await list.step(data.texts.length === 1 ? 'a text page' : `${data.texts.length} text pages`, async () => {
    for (const text of data.texts)
      await create('/content/geodata/text', { ...text, library: { customId: libraries.texts } })
  })
  await list.step(`a guidebook of ${data.stages.length} stages`, () =>
    create('/content/guidebook', {
      customId: libraries.guidebook,
      titles: data.titles,
      stages: data.stages.map(stageBody(libraries)),
      generalInfo: data.texts.map(({ customId }) => inLibrary(libraries.texts)(customId)),
    }),
  )
  return libraries
}
