import type { Chapter } from './guides.ts'
import { escapeText } from './markdown.ts'

/** A winding path to a flag. */
const mark =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 21c6 0 6-5 2-6s-1-6 6-5"/><path d="M15 14V3l6 3-6 3"/></svg>'

const places = [
  { path: '/docs/guides', name: 'Docs' },
  { path: '/docs', name: 'Reference' },
  { path: '/portal', name: 'Portal' },
]

const current = (isCurrent: boolean) => (isCurrent ? ' aria-current="page"' : '')

const searchForm = (label: string) =>
  `<form role="search" action="/docs/search" aria-label="${label}"><input type="search" name="q" placeholder="Search" aria-label="Search the documentation"></form>`

/** The bar at the top of every page. `hasMenu`: the page has a navigation, which small screens open from here. */
export const header = (path: string, hasMenu: boolean) => `<header class="top">
${hasMenu ? '<button class="menu-button" type="button" popovertarget="menu">Menu</button>\n' : ''}<a class="brand" href="/" aria-label="Guidebook, home">${mark}<span>Guidebook</span></a>
<nav aria-label="Places">${places.map((place) => `<a href="${place.path}"${current(place.path === path)}>${place.name}</a>`).join('')}</nav>
${searchForm('Documentation')}
</header>`

const footer = `<footer>For programs: <a href="/openapi.json">OpenAPI</a> · <a href="/llms.txt">llms.txt</a>. For travellers: open the link that your tour operator sent you.</footer>`

interface Frame {
  title: string
  path: string
  content: string
  description?: string | undefined
  /** Scripts of the page, which are modules. */
  scripts?: readonly string[]
}

const frame = ({ title, description, scripts = [], content }: Frame) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
${description === undefined ? '' : `<meta name="description" content="${escapeText(description).replaceAll('"', '&quot;')}">\n`}<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/top.css">
<link rel="stylesheet" href="/docs/assets/site.css">
${scripts.map((name) => `<script type="module" src="/docs/assets/${name}"></script>\n`).join('')}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${content}
${footer}
</body>
</html>
`

/** A page without the navigation of the documentation. */
export const wholePage = (parts: Frame) =>
  frame({
    ...parts,
    content: `${header(parts.path, false)}\n<main id="content" class="landing">\n${parts.content}\n</main>`,
  })

/** A page beside the navigation of the documentation. */
export const docsPage = (chapters: readonly Chapter[]) => (parts: Frame) =>
  frame({
    scripts: ['copy.js'],
    ...parts,
    title: `${parts.title} · Guidebook`,
    content: `${header(parts.path, true)}
<div class="columns">
${menu(chapters, parts.path)}
<main id="content">
${parts.content}
</main>
</div>`,
  })

const menu = (
  chapters: readonly Chapter[],
  path: string,
) => `<nav class="menu" id="menu" popover aria-label="Documentation">
<ul><li><a href="/docs/search"${current(path === '/docs/search')}>Search</a></li></ul>
${chapters
  .map(
    ({ name, entries }) => `<h2>${name}</h2>
<ul>
${entries.map((entry) => `<li><a href="${entry.path}"${current(entry.path === path)}>${entry.name}</a></li>`).join('\n')}
</ul>`,
  )
  .join('\n')}
</nav>`

export const cards = (entries: readonly { path: string; name: string; summary: string }[]) => `<ul class="cards">
${entries.map(({ path, name, summary }) => `<li><a href="${path}">${name}</a><p>${escapeText(summary)}</p></li>`).join('\n')}
</ul>`
