/** A stage that is linked, or printed, is opened. */
export function openStages() {
  openTarget()
  addEventListener('hashchange', openTarget)
  // A link to the stage that is the target already changes no address.
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href^="#stage-"]') : null
    if (link instanceof HTMLAnchorElement && link.hash === location.hash) openTarget()
  })
  openForPrint()
  showTodayInNavigation()
}

/** Not by `scrollIntoView`, after which the Tab key would begin there. */
function showTodayInNavigation() {
  const list = document.querySelector('.stage-nav ul')
  const today = list?.querySelector('[aria-current]')
  if (!list || !today) return
  list.scrollLeft += Math.max(0, today.getBoundingClientRect().right - list.getBoundingClientRect().right)
}

function openTarget() {
  const target = /^#stage-\d+$/.test(location.hash) ? document.querySelector(location.hash) : null
  if (target instanceof HTMLDetailsElement) target.open = true
}

/** Closed parts are opened for printing, and closed again after it. Their pictures may not be loaded yet. */
function openForPrint() {
  /** @type {HTMLDetailsElement[]} */
  let opened = []
  addEventListener('beforeprint', () => {
    opened = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('main details:not([open])'))]
    for (const part of opened) part.open = true
    for (const picture of document.images) picture.loading = 'eager'
  })
  addEventListener('afterprint', () => {
    for (const part of opened) part.open = false
    opened = []
  })
}
