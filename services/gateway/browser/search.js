// Finds sections of the documentation in an index that the server sends. Words that are typed here reach the server only in the address of this
// page, when it is loaded with them. The search form in the header of each page opens it so.
const { default: Searcher } = await import(new URL('minisearch.js', import.meta.url).href)

/** @typedef {{ id: string, page: string, heading: string, text: string }} Section */

const most = 20
const list = /** @type {HTMLElement} */ (document.querySelector('#results'))
const count = /** @type {HTMLElement} */ (document.querySelector('#count'))
const input = /** @type {HTMLInputElement} */ (document.querySelector('main input[name=q]'))

const sections = /** @type {Section[]} */ (await (await fetch('/docs/search.json')).json())
const searcher = new Searcher({
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'text'],
  searchOptions: { boost: { page: 2, heading: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
})
searcher.addAll(sections)

/** The words around the first match, or the beginning. @param {string} text @param {string[]} terms */
function excerpt(text, terms) {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - 60)
  const from = places.length === 0 || start === 0 ? 0 : text.indexOf(' ', start) + 1
  const end = from + 180 < text.length ? text.lastIndexOf(' ', from + 180) : text.length
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`
}

/** @param {Section & { terms: string[] }} found */
function show({ id, page, heading, text, terms }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = id
  link.textContent = heading === page ? page : `${page}: ${heading}`
  const words = document.createElement('p')
  words.textContent = excerpt(text, terms)
  item.append(link, words)
  return item
}

function search() {
  const query = input.value.trim()
  const found = query === '' ? [] : searcher.search(query)
  list.replaceChildren(...found.slice(0, most).map(show))
  if (query === '') count.textContent = ''
  else if (found.length === 0) count.textContent = `Nothing contains “${query}”.`
  else
    count.textContent =
      found.length > most ? `The first ${most} of ${found.length} sections:` : `${found.length} found:`
  history.replaceState(null, '', query === '' ? '/docs/search' : `/docs/search?q=${encodeURIComponent(query)}`)
}

// A reader may have typed before this script was loaded.
input.value ||= new URL(location.href).searchParams.get('q') ?? ''
input.addEventListener('input', search)
input.form?.addEventListener('submit', (event) => {
  event.preventDefault()
  search()
})
input.focus()
search()
