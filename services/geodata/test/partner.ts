import type { Answer, Send } from '@guidebook/service-kit/test'

/** What an account can ask, and the things that most tests begin with. */
export interface Partner {
  account: string
  get: Send
  post: Send
  put: Send
  patch: Send
  delete: Send
  /** Creates a library and answers its custom ID. */
  library(customId?: string): Promise<string>
  route(customId: string, fields?: Record<string, unknown>): Promise<Answer>
  poi(customId: string, fields?: Record<string, unknown>): Promise<Answer>
  text(customId: string, fields?: Record<string, unknown>): Promise<Answer>
  guidebook(customId: string, fields?: Record<string, unknown>): Promise<Answer>
}

/** Does the same with each of many, eight at once: enough to meet, and no more than a slow machine can bear. */
export const withEach = async <T, R>(things: readonly T[], work: (thing: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  for (let at = 0; at < things.length; at += 8) {
    results.push(...(await Promise.all(things.slice(at, at + 8).map(work))))
  }
  return results
}

export const twoPoints = [
  { lat: 46.83412, lon: 9.29731, ele: 1512.4 },
  { lat: 46.83398, lon: 9.29755, ele: 1514 },
]

export const partnerOf = (account: string, send: (method: string) => Send): Partner => {
  const post = send('POST')
  const inLibrary = { account, library: { customId: 'LIB' }, names: { en: 'Name' } }
  return {
    account,
    get: send('GET'),
    post,
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    library: async (customId = 'LIB') => {
      await post('/content/library', { account, customId, names: { en: 'Library' } })
      return customId
    },
    route: (customId, fields = {}) =>
      post('/content/geodata/route', { ...inLibrary, customId, attributes: {}, waypoints: twoPoints, ...fields }),
    poi: (customId, fields = {}) =>
      post('/content/geodata/poi', { ...inLibrary, customId, lat: 46.8, lng: 9.3, icon: 'hut', ...fields }),
    text: (customId, fields = {}) => post('/content/geodata/text', { ...inLibrary, customId, ...fields }),
    guidebook: (customId, fields = {}) =>
      post('/content/guidebook', { account, customId, titles: { en: 'Book' }, stages: [], generalInfo: [], ...fields }),
  }
}
