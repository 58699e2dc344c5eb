import type { PoiCreation } from '@guidebook/client'
import { type Accounts, type DemoContext, expectThat } from '../context.ts'

/** The libraries of one run and its guidebook, by their custom IDs. */
export type Libraries = ReturnType<typeof librariesOf>

const librariesOf = ({ suffix }: DemoContext) => ({
  routes: `ROUTES-${suffix}`,
  pois: `POIS-${suffix}`,
  hotels: `HOTELS-${suffix}`,
  texts: `TEXTS-${suffix}`,
  guidebook: `TOUR-${suffix}`,
})

const libraryNames = [
  { kind: 'routes', en: 'Routes', de: 'Routen' },
  { kind: 'pois', en: 'Places', de: 'Orte' },
  { kind: 'hotels', en: 'Hotels', de: 'Hotels' },
  { kind: 'texts', en: 'Texts', de: 'Texte' },
] as const

export const inLibrary = (libraryCustomId: string) => (customId: string) => ({ libraryCustomId, customId })

/** Fills the operator's libraries and creates a guidebook from them. */
export async function fillLibraries(context: DemoContext, { operator }: Accounts): Promise<Libraries> {
  const { data, step } = context
  const { content } = context.partner(operator)
  const libraries = librariesOf(context)
  const account = operator.id
  await step('the operator creates four libraries', async () => {
    for (const { kind, ...names } of libraryNames) {
      await content.libraries.create({ account, customId: libraries[kind], names })
    }
  })
  const points = data.routes.reduce((sum, { waypoints }) => sum + waypoints.length, 0)
  const routes = `${data.routes.length} routes with ${points.toLocaleString('en')} points, each with its figures`
  await step(routes, async () => {
    for (const route of data.routes) {
      const library = { customId: libraries.routes }
      const shown = { icon: { name: 'hiking' as const }, color: '0a6c74', attributes: {} }
      const { attributes, pointCount } = await content.routes.create({ account, library, ...shown, ...route })
      const { length } = route.waypoints
      expectThat(pointCount === length, `${route.customId} has ${pointCount} points, not ${length}`)
      expectThat(Number(attributes.routeDistance) > 0, `${route.customId} has no length`)
    }
  })
  await step(`${data.pois.length} points of interest and ${data.hotels.length} hotels`, async () => {
    for (const [kind, pois] of [['pois', data.pois] as const, ['hotels', data.hotels] as const]) {
      for (const { icon, ...poi } of pois) {
        const library = { customId: libraries[kind] }
        await content.pois.create({ account, library, icon: icon as PoiCreation['icon'], ...poi })
      }
    }
  })
  await step(data.texts.length === 1 ? 'a text page' : `${data.texts.length} text pages`, async () => {
    for (const text of data.texts) {
      await content.texts.create({ account, library: { customId: libraries.texts }, ...text })
    }
  })
  await step(`a guidebook of ${data.stages.length} stages`, () =>
    content.guidebooks.create({
      account,
      customId: libraries.guidebook,
      titles: data.titles,
      stages: data.stages.map(({ titles, routes, pois, texts }, index) => ({
        number: index + 1,
        titles,
        routes: routes.map(inLibrary(libraries.routes)),
        pois: pois.map(inLibrary(libraries.pois)),
        texts: texts.map(inLibrary(libraries.texts)),
      })),
      generalInfo: data.texts.map(({ customId }) => inLibrary(libraries.texts)(customId)),
    }),
  )
  return libraries
}
