/** Links of places to a map on the web become links to the device's own map, which may work without a network. */
export function useDeviceMaps() {
  const { userAgent } = navigator
  const link = /Android/.test(userAgent) ? geoLink : /iPhone|iPad/.test(userAgent) ? appleLink : null
  if (link === null) return
  for (const place of document.querySelectorAll('a[data-geo]')) {
    if (place instanceof HTMLAnchorElement) place.href = link(place.dataset.geo ?? '')
  }
}

/** RFC 5870; the query makes Android show a marker. @param {string} position */
const geoLink = (position) => `geo:${position}?q=${position}`

/** @param {string} position */
const appleLink = (position) => `https://maps.apple.com/?q=${position}`
