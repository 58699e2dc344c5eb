/** An unfolded list of languages lies over the page: it folds when it is left, as lists of that kind do. */
export function foldLanguages() {
  const list = document.querySelector('.languages details')
  if (!(list instanceof HTMLDetailsElement)) return
  /** @param {EventTarget | null} place */
  const foldUnlessWithin = (place) => {
    if (place instanceof Node && !list.contains(place)) list.open = false
  }
  document.addEventListener('pointerdown', ({ target }) => foldUnlessWithin(target))
  list.addEventListener('focusout', ({ relatedTarget }) => foldUnlessWithin(relatedTarget))
  list.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !list.open) return
    list.open = false
    list.querySelector('summary')?.focus()
  })
}
