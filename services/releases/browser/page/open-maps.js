/** Where a stage's GPX file may be had, its drawn map can be opened as one to move about in. What that takes is loaded when it is asked for. */
export function openMaps() {
  const { openMap = '', mapSource = '', mapData = '' } = document.querySelector('main')?.dataset ?? {}
  for (const drawing of document.querySelectorAll('.drawing:has(svg[data-way])')) {
    const body = drawing.closest('.body')
    const main = forDevice(body?.querySelectorAll('a[href$=".gpx"]:not(.alternative a)'))
    if (main === undefined) continue
    const sections = [...(body?.querySelectorAll('.alternative') ?? [])]
    const alternatives = sections.flatMap((section) => forDevice(section.querySelectorAll('a[href$=".gpx"]')) ?? [])
    offerMap(drawing, { main, alternatives, style: mapSource, data: mapData, label: openMap })
  }
}

/** The last one is that for devices: a track of any length is no burden in it. @param {NodeListOf<Element> | undefined} links */
function forDevice(links) {
  const link = [...(links ?? [])].at(-1)
  return link instanceof HTMLAnchorElement ? link.href : undefined
}

/** @param {Element} drawing @param {import('./map.js').Wanted} map */
function offerMap(drawing, map) {
  const button = document.createElement('button')
  button.className = 'button plain'
  button.textContent = map.label
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      const { showMap } = await import('./map.js')
      await showMap(drawing, map)
      button.remove()
    } catch (error) {
      // No network, or no WebGL: the drawing stays, and one may try again.
      console.warn('the map could not be opened', error)
      button.disabled = false
    }
  })
  drawing.append(button)
}
