/** The places of a stage as the page lists them: with their numbers, in its language. */

/** @typedef {{ position: [number, number], name: string, number: number | null }} Place */

/** @param {Element} body of a stage @returns {Place[]} */
export function placesOf(body) {
  const pois = [...body.querySelectorAll('.places.numbered > li')].map((item, index) => placeOf(item, index + 1))
  const stays = [...body.querySelectorAll('.stay')].map((item) => placeOf(item, null))
  // The hotel is beneath the numbers.
  return [...stays, ...pois].filter((place) => place !== null)
}

/** @param {Element} item @param {number | null} number @returns {Place | null} */
function placeOf(item, number) {
  const link = item.querySelector('a[data-geo]')
  const [lat, lon] = (link instanceof HTMLElement ? (link.dataset.geo ?? '') : '').split(',').map(Number)
  if (lat === undefined || lon === undefined) return null
  return { position: [lon, lat], name: item.querySelector('strong')?.textContent ?? '', number }
}

/** The mark of a place. @param {Place} place */
export function markOf({ number, name }) {
  const element = document.createElement('button')
  element.className = number === null ? 'mark house' : 'mark'
  element.setAttribute('aria-label', number === null ? name : `${number}. ${name}`)
  element.append(number === null ? house() : String(number))
  return element
}

const svg = 'http://www.w3.org/2000/svg'

function house() {
  const drawing = document.createElementNS(svg, 'svg')
  drawing.setAttribute('viewBox', '0 0 16 16')
  drawing.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(svg, 'path')
  path.setAttribute('d', 'M1 8.5 8 2l7 6.5h-2V14H9.5v-4h-3v4H3V8.5z')
  path.setAttribute('fill', 'currentColor')
  drawing.append(path)
  return drawing
}
