/** The pages that lead to all others: the landing page, the overview of the documentation, and the search. */
import { type Chapter, type Guide, guidesOf } from './guides.ts'
import { cards, docsPage, wholePage } from './layout.ts'
import { escapeText } from './markdown.ts'

const description =
  'Store routes, places and texts, and give each booking its own guidebook: one link for the traveller.'

export const landingPage = (publicUrl: string) =>
  wholePage({
    title: 'Guidebook: travel guidebooks for every booking',
    description,
    path: '/',
    scripts: ['copy.js'],
    content: `<h1>Travel guidebooks for every booking</h1>
<p class="lead">Store routes, places and texts once. Each booking gets its own guidebook: a page that works offline, a printed
roadbook, GPX files for devices, all behind one link.</p>
<div class="actions"><a href="/docs/quick-start">Quick start</a><a href="/docs/guides">Documentation</a><a href="/docs">API reference</a><a href="/portal">Portal</a></div>
<div class="code"><pre tabindex="0"><code>curl -H "Authorization: $API_KEY" ${escapeText(publicUrl)}/account</code></pre></div>
${cards([
  {
    path: '/docs/quick-start',
    name: 'Reach a Trip Link in minutes',
    summary: 'Commands to paste, from an API key to a verified webhook.',
  },
  {
    path: '/docs/webhooks',
    name: 'Receive shared releases',
    summary: 'Signed deliveries, with receivers in three languages.',
  },
  {
    path: '/portal',
    name: 'Work without a program',
    summary: 'Releases, imports and webhooks of your account, in a browser.',
  },
  {
    path: '/docs/csv-by-mail',
    name: 'No programmer at hand?',
    summary: 'Mail a list of bookings as CSV. A report has the result of each row.',
  },
])}`,
  })

export const overviewPage = (chapters: readonly Chapter[]) =>
  docsPage(chapters)({
    title: 'Documentation',
    description,
    path: '/docs/guides',
    content: `<h1>Documentation</h1>
<p class="lead">How your booking system stores content, releases guidebooks to travellers and receives shared releases.</p>
${chapters.map(({ name, entries }) => `<h2>${name}</h2>\n${cards(entries)}`).join('\n')}`,
  })

export const guidePage = (chapters: readonly Chapter[], guide: Guide) =>
  docsPage(chapters)({
    title: guide.title,
    description: guide.summary,
    path: guide.path,
    content: guide.html.replace('</h1>\n', `</h1>\n${contentsOf(guide)}`),
  })

/** Links to the parts of a long page. */
function contentsOf({ sections }: Guide): string {
  const parts = sections.filter(({ level }) => level === 2)
  if (parts.length < 4) return ''
  const items = parts.map(({ anchor, text }) => `<li><a href="#${anchor}">${escapeText(text)}</a></li>`)
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>\n`
}

export const searchPage = (chapters: readonly Chapter[]) =>
  docsPage(chapters)({
    title: 'Search',
    path: '/docs/search',
    scripts: ['search.js'],
    content: `<h1>Search</h1>
<form role="search" action="/docs/search" aria-label="Search"><input type="search" name="q" aria-label="Words to find"></form>
<p id="count" role="status"></p>
<ol id="results" class="results"></ol>
<noscript><p>The search needs JavaScript. Without it, use the list of pages.</p></noscript>`,
  })

interface FoundSection {
  /** Its address. */
  id: string
  page: string
  heading: string
  text: string
}

/** What the search finds: every section of the guides, and other pages. */
export const searchIndex = (chapters: readonly Chapter[], others: readonly FoundSection[]): FoundSection[] => [
  ...guidesOf(chapters).flatMap(({ path, title, sections }) =>
    sections.map(({ anchor, text, content }, index) => ({
      id: index === 0 ? path : `${path}#${anchor}`,
      page: title,
      heading: text,
      text: content.trim(),
    })),
  ),
  ...others,
]

/** An index for language models (llmstxt.org). */
export const llmsText = (chapters: readonly Chapter[], publicUrl: string) => `# Guidebook Content and Release Service

> ${description} A REST interface with JSON; errors are problem documents (RFC 9457); webhooks follow Standard Webhooks.

Every request has the API key in the header \`Authorization\`. The address of this service is ${publicUrl}.
${chapters
  .map(({ name, entries }) => {
    const links = entries.map((entry) => {
      const isGuide = 'html' in entry
      return `- [${entry.name}](${publicUrl}${entry.path}${isGuide ? '.md' : ''}): ${entry.summary}`
    })
    return `\n## ${name}\n\n${links.join('\n')}`
  })
  .join('\n')}

## Contract

- [OpenAPI 3.1](${publicUrl}/openapi.json): every operation, field, error and the webhook, with examples
- [OpenAPI 3.0](${publicUrl}/openapi-3.0.json): the same for older tools
`
