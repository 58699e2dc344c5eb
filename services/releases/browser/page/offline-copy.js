/** Asks the service worker to keep the trip, and says on the page how far it is. */

/**
 * What the page says of itself, in its JSON block `offline`.
 * @typedef {{ base: string, worker: string, version: string, key: string, files: string[] }} Trip
 */

export async function keepOffline() {
  const place = document.getElementById('offline')
  const facts = document.getElementById('offline-facts')?.textContent
  if (!place || !facts || !('serviceWorker' in navigator)) return
  /** @type {Trip} */
  const trip = JSON.parse(facts)
  const say = sayIn(place)
  try {
    const registration = await navigator.serviceWorker.register(trip.worker, { scope: trip.base })
    const worker = await activeWorker(registration)
    const keep = () => worker.postMessage({ ...trip, keep: true })
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data.base !== trip.base) return
      if (data.state === 'missing') offer(place, keep)
      else say(data)
    })
    if (navigator.onLine && savesData()) worker.postMessage({ ...trip, look: true })
    else keep()
  } catch {
    // The browser allows no worker here (a private window, a full disk): the page is what it was.
    place.hidden = true
  }
}

/** A registration has its worker at once or after its installation. @param {ServiceWorkerRegistration} registration */
async function activeWorker(registration) {
  const coming = registration.installing ?? registration.waiting
  if (registration.active && !coming) return registration.active
  const worker = coming ?? registration.active
  if (!worker) throw new Error('no worker')
  while (worker.state !== 'activated') {
    if (worker.state === 'redundant') throw new Error('the worker was not installed')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
  }
  return worker
}

const savesData = () =>
  /** @type {{ connection?: { saveData?: boolean } }} */ (/** @type {unknown} */ (navigator)).connection?.saveData ===
  true

/** Who saves data decides whether a trip that is not there yet is worth it. @param {HTMLElement} place @param {() => void} keep */
function offer(place, keep) {
  const button = document.createElement('button')
  button.className = 'button plain'
  button.textContent = place.dataset.offer ?? ''
  button.addEventListener('click', keep, { once: true })
  place.replaceChildren(button)
  place.hidden = false
}

/** @param {HTMLElement} place */
function sayIn(place) {
  const { lang } = document.documentElement
  const size = new Intl.NumberFormat(lang, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  /** @param {{ state: 'keeping' | 'kept' | 'failed', done?: number, total?: number, bytes?: number, version?: string }} news */
  return ({ state, done = 0, total = 1, bytes = 0, version = '' }) => {
    const text = place.dataset[state] ?? ''
    place.textContent = text
      .replace('{percent}', String(Math.floor((100 * done) / total)))
      // No line break between the number and its unit.
      .replace('{size}', size.format(Math.max(0.1, bytes / 1e6)).replaceAll(' ', '\u00A0'))
      .replace('{version}', version)
    place.hidden = text === ''
  }
}
