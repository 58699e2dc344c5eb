/** Offers an interactive map for each drawn map whose stages have GPX files. Its scripts and data are loaded when it is opened. */
export function openMaps() {
  const { openMap = '', mapFailed = '', mapSource = '', mapData = '' } = document.querySelector('main')?.dataset ?? {}
  const offer = { label: openMap, failed: mapFailed }
  const look = { style: mapSource, data: mapData, label: openMap }
  for (const drawing of document.querySelectorAll('.drawing:has(svg[data-way])')) {
    const body = drawing.closest('.body')
    const main = mainFile(body)
    if (main === undefined) continue
    const sections = [...(body?.querySelectorAll('.alternative') ?? [])]
    const alternatives = sections.flatMap((section) => forDevice(section.querySelectorAll(gpxFiles)) ?? [])
    offerMap(drawing, offer, async () => (await import('./map.js')).showMap(drawing, { ...look, main, alternatives }))
  }
  const overview = document.querySelector('.overview .drawing')
  const stages = [...document.querySelectorAll('[id^="stage-"]:has(svg[data-way])')].flatMap((stage) => {
    const gpx = mainFile(stage)
    return gpx === undefined ? [] : [{ number: stage.id.slice('stage-'.length), gpx }]
  })
  if (overview === null || stages.length === 0) return
  offerMap(overview, offer, async () => (await import('./map.js')).showTrip(overview, { ...look, stages }))
}

/** Not a link in a text of the operator, which has no class. */
const gpxFiles = '.buttons a[href$=".gpx"]'

/** The GPX file of the main way of a stage. @param {Element | null | undefined} stage */
const mainFile = (stage) => forDevice(stage?.querySelectorAll(`${gpxFiles}:not(.alternative a)`))

/** The last file is for devices: it has few points, whatever the length of the track. @param {NodeListOf<Element> | undefined} links */
function forDevice(links) {
  const link = [...(links ?? [])].at(-1)
  return link instanceof HTMLAnchorElement ? link.href : undefined
}

/** @param {Element} drawing @param {{ label: string, failed: string }} texts @param {() => Promise<void>} show */
function offerMap(drawing, { label, failed }, show) {
  const button = document.createElement('button')
  button.className = 'button plain'
  button.textContent = label
  const failure = document.createElement('p')
  failure.className = 'hint'
  failure.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    button.disabled = true
    failure.textContent = ''
    try {
      await show()
      button.remove()
      failure.remove()
    } catch (error) {
      // No network, or no WebGL: the drawing stays, and one may try again.
      console.warn('the map could not be opened', error)
      failure.textContent = failed
      button.disabled = false
    }
  })
  drawing.append(button, failure)
}
