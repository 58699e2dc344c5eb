import {
  commonErrors,
  type ErrorCode,
  type ErrorEntry,
  errorCatalogue,
  type Operation,
  operations,
  problemExample,
} from '@guidebook/contracts'
import type { Chapter } from './guides.ts'
import { docsPage } from './layout.ts'
import { escapeText } from './markdown.ts'

/** The only Markdown in the texts of the catalogue. */
const withCode = (text: string) => escapeText(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const shown = Object.values<Operation>(operations).filter(
  ({ audience }) => audience === 'partner' || audience === 'traveller',
)

/** The operations that respond with the code; codes of all operations are not listed. */
function responders(code: ErrorCode): string {
  if ((commonErrors as readonly ErrorCode[]).includes(code)) return '<p>Any operation may respond with it.</p>'
  const where = shown.filter(({ errors }) => errors.includes(code))
  if (where.length === 0) return ''
  const items = where.map(
    ({ method, path, summary }) => `<li><code>${method} ${escapeText(path)}</code> ${escapeText(summary)}</li>`,
  )
  return `<h2>Operations that respond with it</h2>\n<ul>\n${items.join('\n')}\n</ul>`
}

/** The meaning of the code, its status, what to do, and an example of a response. */
export function errorPage(chapters: readonly Chapter[], code: ErrorCode, publicUrl: string): string {
  const { status, title, description, remedy }: ErrorEntry = errorCatalogue[code]
  const example = JSON.stringify(problemExample(code, publicUrl), null, 2)
  return docsPage(chapters)({
    title: `${code}: ${title}`,
    path: '/docs/errors',
    content: `<h1>${escapeText(title)}</h1>
<p><code>${code}</code>, HTTP status ${status}</p>
<h2>What it means</h2>
<p>${withCode(description)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
${responders(code)}
<h2>Example</h2>
<div class="code"><pre tabindex="0"><code>${escapeText(example)}</code></pre></div>
<p><a href="/docs/errors">All error codes</a></p>`,
  })
}

export function errorsPage(chapters: readonly Chapter[]): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, title }]) =>
      `<tr><td>${status}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${escapeText(title)}</td></tr>`,
  )
  return docsPage(chapters)({
    title: 'Error codes',
    path: '/docs/errors',
    content: `<h1>Error codes</h1>
<p>An error is a problem document. Its <code>code</code> is one of these, its <code>type</code> is the address of the code’s page, and
<code>errors</code> lists every fault at once. <a href="/docs/handling-errors">How to handle errors</a></p>
<div class="table" tabindex="0" role="group" aria-label="Error codes"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`,
  })
}

export const unknownPage = (chapters: readonly Chapter[]): string =>
  docsPage(chapters)({
    title: 'Not found',
    path: '',
    content: `<h1>There is no such page</h1>
<p>Try the <a href="/docs/guides">documentation</a>, the <a href="/docs/search">search</a>, or the <a href="/docs/errors">list of error codes</a>.</p>`,
  })
