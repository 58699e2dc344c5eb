/** Where a stage's GPX file may be had, its drawn map can be opened as one to move about in. What that takes is loaded when it is asked for. */
export function openMaps() {
  const { openMap = '', mapSource = '' } = document.querySelector('main')?.dataset ?? {}
  for (const drawing of document.querySelectorAll('.drawing:has(svg[data-way])')) {
    // The last one is that for devices: a track of any length is no burden in it.
    const links = drawing.closest('.body')?.querySelectorAll('a[href$=".gpx"]:not(.alternative a)') ?? []
    const gpx = [...links].at(-1)
    if (gpx instanceof HTMLAnchorElement) offerMap(drawing, { gpx: gpx.href, style: mapSource, label: openMap })
  }
}

/** @param {Element} drawing @param {{ gpx: string, style: string, label: string }} map */
function offerMap(drawing, { gpx, style, label }) {
  const button = document.createElement('button')
  button.className = 'button plain'
  button.textContent = label
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      const { showMap } = await import('./map.js')
      await showMap(drawing, { gpx, style, label })
      button.remove()
    } catch (error) {
      // No network, or no WebGL: the drawing stays, and one may try again.
      console.warn('the map could not be opened', error)
      button.disabled = false
    }
  })
  drawing.append(button)
}
