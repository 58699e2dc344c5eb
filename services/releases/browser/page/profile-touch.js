/**
 * A finger, a mouse or the arrow keys on a profile show the place on the map, with distance and elevation. The drawings carry what that
 * takes: a map `data-way` (metres, then x and y of places at equal distances), a profile `data-plot` (x of its start and its end, metres) and
 * `data-elevations` (of places at equal distances, `-` where unknown). The map has the main way only, so the profile of an alternative shows
 * nothing on it.
 */
export function touchProfiles() {
  for (const profile of /** @type {NodeListOf<SVGSVGElement>} */ (
    document.querySelectorAll('svg[data-plot]:not(.alternative svg)')
  )) {
    const map = profile.closest('.body')?.querySelector('svg[data-way]')
    if (map instanceof SVGSVGElement) touchable(profile, map)
  }
}

/** Keys of a slider (WAI-ARIA), in shares of the way. @type {Record<string, number>} */
const steps = {
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
}

/** @param {SVGSVGElement} profile @param {SVGSVGElement} map */
function touchable(profile, map) {
  const [left = 0, right = 0, length = 0] = numbers(profile.dataset.plot)
  const elevations = numbers(profile.dataset.elevations)
  const [wayLength = 0, ...way] = numbers(map.dataset.way)
  const line = shape(profile, 'line', {
    y1: 0,
    y2: profile.viewBox.baseVal.height,
    class: 'cursor',
    visibility: 'hidden',
  })
  const spot = shape(map, 'circle', { r: 5, class: 'cursor', visibility: 'hidden' })
  const figures = document.createElement('p')
  figures.className = 'at'
  // A screen reader says the same by the value of the slider.
  figures.ariaHidden = 'true'
  profile.parentElement?.append(figures)
  let share = 0

  /** @param {number} wanted 0 to 1 of the way */
  const show = (wanted) => {
    share = Math.min(1, Math.max(0, wanted))
    const x = left + share * (right - left)
    set(line, { x1: x, x2: x })
    const { x: cx, y: cy } = placeOn(way, Math.min(1, (share * length) / wayLength))
    set(spot, { cx, cy })
    const elevation = elevations[Math.round(share * (elevations.length - 1))] ?? Number.NaN
    const text = [kilometres(share * length), ...(Number.isNaN(elevation) ? [] : [metres(elevation)])].join(' · ')
    profile.setAttribute('aria-valuetext', text)
    profile.setAttribute('aria-valuenow', String(Math.round(share * 100)))
    return text
  }

  /** @param {number} wanted */
  const touch = (wanted) => {
    figures.textContent = show(wanted)
    profile.dispatchEvent(
      new CustomEvent('touch-way', { bubbles: true, detail: { metres: share * length, length: wayLength } }),
    )
    for (const mark of [line, spot]) mark.setAttribute('visibility', 'visible')
  }

  set(profile, { tabindex: 0, role: 'slider', 'aria-valuemin': 0, 'aria-valuemax': 100 })
  show(0)
  profile.addEventListener('pointerdown', (event) => profile.setPointerCapture(event.pointerId))
  for (const name of /** @type {const} */ (['pointerdown', 'pointermove'])) {
    profile.addEventListener(name, (event) => {
      const box = profile.getBoundingClientRect()
      const x = ((event.clientX - box.left) / box.width) * profile.viewBox.baseVal.width
      touch((x - left) / (right - left))
    })
  }
  profile.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    touch(share + step)
  })
}

/** @param {string | undefined} text */
const numbers = (text = '') => text.split(' ').map(Number)

/** @param {number[]} way x and y in turns @param {number} share */
function placeOn(way, share) {
  const at = share * (way.length / 2 - 1)
  const before = Math.floor(at)
  const after = Math.min(before + 1, way.length / 2 - 1)
  /** @param {number} offset */
  const between = (offset) => {
    const from = way[before * 2 + offset] ?? 0
    return from + ((way[after * 2 + offset] ?? from) - from) * (at - before)
  }
  return { x: between(0), y: between(1) }
}

const { lang } = document.documentElement
/** No line break between a number and its unit. @param {string} unit @param {number} value */
const inUnit = (unit, value) =>
  new Intl.NumberFormat(lang, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value).replaceAll(' ', '\u00A0')
/** @param {number} value */
const kilometres = (value) => inUnit('kilometer', value / 1000)
/** Just below sea level is 0, not -0. @param {number} value */
const metres = (value) => inUnit('meter', Math.round(value) || 0)

/** @param {SVGElement} into @param {string} name @param {Record<string, string | number>} attributes */
function shape(into, name, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  set(element, attributes)
  into.append(element)
  return element
}

/** @param {SVGElement} element @param {Record<string, string | number>} attributes */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}
