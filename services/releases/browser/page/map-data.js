/** The data of a trip's maps: one file with the tiles of the area and the layers that draw them. */

/** @typedef {import('maplibre-gl').StyleSpecification} Style */
/**
 * The line of JSON at the start of the file: for each source its zooms, and offset and length of each tile after the line.
 * @typedef {{ attribution: string, layers: Style['layers'], sources: Record<string, { minZoom: number, maxZoom: number, tiles: Record<string, [number, number]> }> }} Head
 */

const lineEnd = 10
/** The scheme of tile addresses, which never leave the page. */
const scheme = 'trip'

/** @type {Promise<{ head: Head, tiles: Uint8Array }> | undefined} */
let loading

/** The style of the trip's map, once for all maps of the page. @param {typeof import('maplibre-gl')} maplibre @param {string} address @param {string} lang @returns {Promise<Style>} */
export async function tripStyle(maplibre, address, lang) {
  if (loading === undefined) {
    loading = load(address)
    // A later attempt may have a network.
    loading.catch(() => (loading = undefined))
    maplibre.addProtocol(scheme, async ({ url }) => ({ data: await tileAt(url) }))
  }
  const { head } = await loading
  const sources = Object.entries(head.sources).map(([name, { minZoom, maxZoom }]) => {
    const tiles = [`${scheme}://${name}/{z}/{x}/{y}`]
    const { attribution } = head
    return [
      name,
      { type: 'vector', tiles, minzoom: minZoom, maxzoom: maxZoom, attribution: withoutMarkup(attribution) },
    ]
  })
  /** @type {Style['layers']} */
  const layers = JSON.parse(JSON.stringify(head.layers).replaceAll('{lang}', lang.replaceAll(/[^\w-]/g, '')))
  return { version: 8, sources: Object.fromEntries(sources), layers }
}

/** @param {string} address */
async function load(address) {
  const response = await fetch(address)
  if (!response.ok || response.body === null) throw new Error(`${address}: ${response.status}`)
  const unpacked = new Response(response.body.pipeThrough(new DecompressionStream('gzip')))
  const bytes = new Uint8Array(await unpacked.arrayBuffer())
  const end = bytes.indexOf(lineEnd)
  /** @type {Head} */
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))
  return { head, tiles: bytes.subarray(end + 1) }
}

/** Where there is no tile, nothing is drawn. @param {string} url */
async function tileAt(url) {
  const { head, tiles } = await /** @type {NonNullable<typeof loading>} */ (loading)
  const [source = '', ...place] = url.slice(`${scheme}://`.length).split('/')
  const [offset, length] = head.sources[source]?.tiles[place.join('/')] ?? [0, 0]
  return tiles.slice(offset, offset + length).buffer
}

/** The library writes attributions as HTML. @param {string} text */
function withoutMarkup(text) {
  const element = document.createElement('p')
  element.textContent = text
  return element.innerHTML
}
