export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The JSON value; the tests know what to expect in it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not reckoned with
  body: any
}

type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

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

export const twoPoints = [
  { lat: 46.83412, lon: 9.29731, ele: 1512.4 },
  { lat: 46.83398, lon: 9.29755, ele: 1514 },
]

export const partnerOf = (account: string, url: () => string, sign: () => Promise<string>): Partner => {
  const send =
    (method: string): Send =>
    async (path, body, headers = {}) => {
      const response = await fetch(url() + path, {
        method,
        headers: { authorization: `Bearer ${await sign()}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = /json/.test(response.headers.get('content-type') ?? '')
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : undefined,
      }
    }
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
