/** The heading of the card that the element is in, otherwise of the page. */
export function headingOf(element: Element | null): HTMLElement | null {
  const card = element?.closest('section[aria-labelledby]')
  const heading = document.getElementById(card?.getAttribute('aria-labelledby') ?? '')
  return heading ?? document.querySelector<HTMLElement>('main h1')
}
