/** The interactive map: tracks and places over the configured style, else over the map stored with the trip, else over a plain basemap. */
import { tripStyle } from './map-data.js'
import { markOf, placesOf } from './map-places.js'
import { unroll, wayOf } from './way.js'

/** @typedef {import('maplibre-gl').StyleSpecification} Style */
/** @typedef {import('./way.js').Position} Position */

const library = new URL('maplibre-gl.mjs', import.meta.url)
const worker = new URL('maplibre-gl-worker.mjs', import.meta.url)
const sheet = new URL('maplibre-gl.css', import.meta.url)

/** @type {Style} */
const plainGround = {
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#f4f2ec' } }],
}

/** The basemap and the name of a map. @typedef {{ style: string, data: string, label: string }} Look */
/** The files of a stage's ways. @typedef {Look & { main: string, alternatives: string[] }} WantedStage */
/** The files of all stages with their numbers. @typedef {Look & { stages: { number: string, gpx: string }[] }} WantedTrip */

/** Puts the map of a stage in the place of its drawing. Rejects when it cannot be shown. @param {Element} drawing @param {WantedStage} wanted */
export async function showMap(drawing, { main, alternatives, ...look }) {
  const [way, ...others] = unroll(await Promise.all([main, ...alternatives].map(loadTrack)))
  if (way === undefined) return
  await putMap(drawing, look, [way, ...others], (maplibre, map) => {
    for (const place of placesOf(drawing.closest('.body') ?? drawing)) showPlace(maplibre, map, place)
    const colors = colorsOf(drawing, others.length)
    for (const [index, lines] of others.entries())
      drawTrack(map, `alternative-${index}`, lines, colors.other(index), true)
    drawTrack(map, 'way', way, colors.main, false)
    followTouch(drawing, map, way, new maplibre.Marker({ element: spot() }))
  })
}

/** Puts the map of the whole trip in the place of its drawing: a number in its stage's colour leads to the stage. @param {Element} drawing @param {WantedTrip} wanted */
export async function showTrip(drawing, { stages, ...look }) {
  const ways = unroll(await Promise.all(stages.map(({ gpx }) => loadTrack(gpx))))
  const colors = stageColors(drawing)
  await putMap(drawing, look, ways, (maplibre, map) => {
    for (const [index, { number }] of stages.entries()) {
      const way = ways[index] ?? []
      const color = colors.get(number) ?? brand()
      drawTrack(map, `stage-${number}`, way, color, false)
      new maplibre.Marker({ element: linkTo(number, color) }).setLngLat(wayOf(way)(0.5)).addTo(map)
    }
  })
}

/** @param {Element} drawing @param {Look} look @param {Position[][][]} ways @param {(maplibre: typeof import('maplibre-gl'), map: import('maplibre-gl').Map) => void} draw */
async function putMap(drawing, { style, data, label }, ways, draw) {
  const maplibre = await loadLibrary()
  const [ground] = await Promise.all([loadGround(maplibre, style, data), loadSheet()])
  maplibre.setWorkerUrl(worker.href)
  const bounds = ways.flat(2).reduce((box, position) => box.extend(position), new maplibre.LngLatBounds())
  const container = document.createElement('div')
  container.className = 'map'
  container.setAttribute('role', 'application')
  container.setAttribute('aria-label', label)
  drawing.after(container)
  try {
    const map = new maplibre.Map({
      container,
      style: ground,
      locale: JSON.parse(document.querySelector('main')?.dataset.mapTexts ?? '{}'),
      bounds,
      // At the bottom is the origin of the data, in several lines on a telephone; at the right are the controls.
      fitBoundsOptions: { padding: { top: 40, left: 40, right: 60, bottom: 110 } },
    })
    map.addControl(new maplibre.NavigationControl())
    map.addControl(new maplibre.GeolocateControl({ trackUserLocation: true }))
    map.addControl(new maplibre.FullscreenControl())
    map.addControl(new maplibre.ScaleControl(), 'bottom-left')
    await map.once('load')
    draw(maplibre, map)
  } catch (error) {
    container.remove()
    throw error
  }
  drawing.querySelector('svg')?.remove()
}

/** By the number of the stage, as in the drawing. @param {Element} drawing @returns {Map<string, string>} */
const stageColors = (drawing) =>
  new Map(
    [...drawing.querySelectorAll('rect + text')].map((text) => [
      text.textContent ?? '',
      text.previousElementSibling?.getAttribute('fill') ?? brand(),
    ]),
  )

/** @param {string} number @param {string} color */
function linkTo(number, color) {
  const link = document.createElement('a')
  link.href = `#stage-${number}`
  link.className = 'mark'
  link.style.background = color
  link.textContent = number
  return link
}

/** @param {typeof import('maplibre-gl')} maplibre @param {import('maplibre-gl').Map} map @param {import('./map-places.js').Place} place */
function showPlace(maplibre, map, place) {
  const popup = new maplibre.Popup({ offset: 16 }).setLngLat(place.position).setText(place.name)
  const element = markOf(place)
  element.addEventListener('click', (event) => {
    // The map closes popups when it is clicked.
    event.stopPropagation()
    if (popup.isOpen()) popup.remove()
    else popup.addTo(map)
  })
  new maplibre.Marker({ element }).setLngLat(place.position).addTo(map)
}

/** The colours of the drawing, in which the main way is the last line. @param {Element} drawing @param {number} alternatives */
function colorsOf(drawing, alternatives) {
  const drawn = [...drawing.querySelectorAll('.track')].map((line) => line.getAttribute('stroke') ?? brand())
  return {
    main: drawn.at(-1) ?? brand(),
    other: /** @param {number} index */ (index) => (drawn.length > alternatives ? drawn[index] : undefined) ?? brand(),
  }
}

const brand = () => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()

/** A line with a casing; an alternative is dashed. @param {import('maplibre-gl').Map} map @param {string} id @param {Position[][]} coordinates @param {string} color @param {boolean} isDashed */
function drawTrack(map, id, coordinates, color, isDashed) {
  map.addSource(id, {
    type: 'geojson',
    data: { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } },
  })
  const join = /** @type {const} */ ({ 'line-cap': isDashed ? 'butt' : 'round', 'line-join': 'round' })
  const casing = { 'line-color': '#ffffff', 'line-width': 7, 'line-opacity': 0.9 }
  const line = { 'line-color': color, 'line-width': 4, ...(isDashed && { 'line-dasharray': [2.5, 1.5] }) }
  map.addLayer({ id: `${id}-casing`, type: 'line', source: id, layout: join, paint: casing })
  map.addLayer({ id, type: 'line', source: id, layout: join, paint: line })
}

/**
 * Shows the touched point of the profile: by its share of the way, since a file may have fewer points than were measured.
 * @param {Element} drawing @param {import('maplibre-gl').Map} map @param {Position[][]} lines @param {import('maplibre-gl').Marker} marker
 */
function followTouch(drawing, map, lines, marker) {
  const placeAfter = wayOf(lines)
  drawing.closest('.body')?.addEventListener('touch-way', (event) => {
    const { metres, length } = /** @type {CustomEvent<{ metres: number, length: number }>} */ (event).detail
    marker.setLngLat(placeAfter(Math.min(1, metres / length))).addTo(map)
  })
}

function spot() {
  const element = document.createElement('div')
  element.className = 'spot'
  return element
}

/** @returns {Promise<typeof import('maplibre-gl')>} */
const loadLibrary = () => import(library.href)

/**
 * The configured style, else the map of the trip; without both, the track is shown over a plain basemap.
 * @param {typeof import('maplibre-gl')} maplibre @param {string} address @param {string} data @returns {Promise<Style>}
 */
async function loadGround(maplibre, address, data) {
  try {
    if (address !== '') return await fetchStyle(address)
  } catch (error) {
    console.warn('the style of the map could not be loaded', error)
  }
  try {
    if (data !== '') return await tripStyle(maplibre, data, document.documentElement.lang)
  } catch (error) {
    console.warn('the map of the trip could not be loaded', error)
  }
  return plainGround
}

/** @param {string} address @returns {Promise<Style>} */
async function fetchStyle(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return await response.json()
}

/** @returns {Promise<unknown>} */
function loadSheet() {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet.href
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    document.head.append(link)
  })
}

/** The lines of a GPX file. @param {string} address */
async function loadTrack(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  const gpx = new DOMParser().parseFromString(await response.text(), 'application/xml')
  const lines = [...gpx.querySelectorAll('trkseg')].map((segment) =>
    [...segment.querySelectorAll('trkpt')].map(positionOf),
  )
  const drawn = lines.filter((line) => line.length > 1)
  if (drawn.length === 0) throw new Error(`${address}: no track`)
  return drawn
}

/** @param {Element} point @returns {Position} */
const positionOf = (point) => [Number(point.getAttribute('lon')), Number(point.getAttribute('lat'))]
