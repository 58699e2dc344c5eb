/** A page from the offline copy may be of another day: the stage or rest day of the real today is marked, and none other is called today's. */
export function openToday() {
  const { today: shown, timeZone } = document.querySelector('main')?.dataset ?? {}
  if (shown === undefined || timeZone === undefined) return
  const today = dayIn(timeZone)
  if (today === undefined || today === shown) return
  for (const badge of document.querySelectorAll('.today .badge')) badge.remove()
  for (const stage of document.querySelectorAll('.today')) stage.classList.remove('today')
  for (const link of document.querySelectorAll('.stage-nav [data-date]')) {
    if (link instanceof HTMLElement && link.dataset.date === today) link.setAttribute('aria-current', 'date')
    else link.removeAttribute('aria-current')
  }
  for (const day of document.querySelectorAll(`.rest[data-date="${today}"]`)) day.classList.add('today')
  for (const stage of document.querySelectorAll(`details[data-date="${today}"]`)) {
    stage.classList.add('today')
    stage.setAttribute('open', '')
  }
}

/** `YYYY-MM-DD`, as Swedish writes it. Undefined in a time zone that the server knows and the browser does not. @param {string} timeZone */
function dayIn(timeZone) {
  try {
    return new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())
  } catch {
    return undefined
  }
}
