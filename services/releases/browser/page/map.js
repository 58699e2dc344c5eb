/** A map to move about in: the stage's track and places over the configured map, or over plain ground where none is. */
import { wayOf } from './way.js'

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

/** Puts the map in the place of the drawing. Rejects when it cannot be shown. @param {Element} drawing @param {{ gpx: string, style: string, label: string }} options */
export async function showMap(drawing, { gpx, style, label }) {
  const [maplibre, track, ground] = await Promise.all([loadLibrary(), loadTrack(gpx), loadGround(style), loadSheet()])
  maplibre.setWorkerUrl(worker.href)
  const bounds = track.lines.flat().reduce((box, position) => box.extend(position), new maplibre.LngLatBounds())
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
      fitBoundsOptions: { padding: 40 },
    })
    map.addControl(new maplibre.NavigationControl())
    map.addControl(new maplibre.GeolocateControl({ trackUserLocation: true }))
    map.addControl(new maplibre.FullscreenControl())
    map.addControl(new maplibre.ScaleControl(), 'bottom-left')
    for (const { position, name } of track.places) {
      new maplibre.Marker({ color: color() })
        .setLngLat(position)
        .setPopup(new maplibre.Popup().setText(name))
        .addTo(map)
    }
    await map.once('load')
    drawTrack(map, track.lines)
    followTouch(drawing, map, track.lines, new maplibre.Marker({ element: spot() }))
  } catch (error) {
    container.remove()
    throw error
  }
  drawing.querySelector('svg')?.remove()
}

const color = () => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim()

/** @param {import('maplibre-gl').Map} map @param {Position[][]} coordinates */
function drawTrack(map, coordinates) {
  map.addSource('track', {
    type: 'geojson',
    data: { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } },
  })
  const round = /** @type {const} */ ({ 'line-cap': 'round', 'line-join': 'round' })
  const lines = [
    { id: 'casing', paint: { 'line-color': '#ffffff', 'line-width': 7, 'line-opacity': 0.9 } },
    { id: 'track', paint: { 'line-color': color(), 'line-width': 4 } },
  ]
  for (const { id, paint } of lines) map.addLayer({ id, type: 'line', source: 'track', layout: round, paint })
}

/**
 * What is touched on the profile is shown here, too: by its share of the way, since a file may have fewer points than were measured.
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

/** The configured style; without a network the track is worth showing all the same. @param {string} address @returns {Promise<Style>} */
async function loadGround(address) {
  if (address === '') return plainGround
  try {
    const response = await fetch(address)
    if (response.ok) return await response.json()
    throw new Error(`${address}: ${response.status}`)
  } catch (error) {
    console.warn('the style of the map cannot be had', error)
    return plainGround
  }
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

/** Lines and named places of a GPX file. @param {string} address */
async function loadTrack(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  const gpx = new DOMParser().parseFromString(await response.text(), 'application/xml')
  const unrolled = unroll()
  const lines = [...gpx.querySelectorAll('trkseg')].map((segment) =>
    [...segment.querySelectorAll('trkpt')].map(positionOf).map(unrolled),
  )
  const places = [...gpx.querySelectorAll('wpt')].map((place) => ({
    position: unrolled(positionOf(place)),
    name: place.querySelector('name')?.textContent ?? '',
  }))
  const drawn = lines.filter((line) => line.length > 1)
  if (drawn.length === 0) throw new Error(`${address}: no track`)
  return { lines: drawn, places }
}

/** @param {Element} point @returns {Position} */
const positionOf = (point) => [Number(point.getAttribute('lon')), Number(point.getAttribute('lat'))]

/** A track over the antimeridian goes on beyond 180 degrees, so that it stays in one piece. */
function unroll() {
  let last = Number.NaN
  return /** @param {Position} position @returns {Position} */ ([lon, lat]) => {
    const turns = Number.isNaN(last) ? 0 : Math.round((last - lon) / 360)
    last = lon + 360 * turns
    return [last, lat]
  }
}
