/**
 * Stages have days of the place, so today is the day of the device. The page may have another one: the operator's, or that of the offline copy. The
 * stage or rest day of today is marked, and none other is called today's.
 */
export function openToday() {
  const shown = document.querySelector('main')?.dataset.today
  // `YYYY-MM-DD`, as Swedish writes it.
  const today = new Intl.DateTimeFormat('sv').format(new Date())
  if (shown === undefined || shown === today) return
  for (const badge of document.querySelectorAll('.today > p > .badge')) badge.remove()
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
