import {
  commonErrors,
  type ErrorCode,
  type ErrorEntry,
  errorCatalogue,
  type Operation,
  operations,
  problemExample,
} from '@guidebook/contracts'

const style = `:root{color-scheme:light dark}
body{font:1rem/1.55 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em;background:#8882;border-radius:.25em}
code{padding:.1em .3em;overflow-wrap:anywhere}
pre{padding:1em;overflow-x:auto}pre code{padding:0;background:none}
table{border-collapse:collapse;width:100%}td{padding:.35em .75em .35em 0;vertical-align:top;border-top:1px solid #8884}
a{color:inherit}`

const document = (title: string, content: string) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<nav><a href="/docs">API reference</a> · <a href="/docs/errors">Error codes</a></nav>
<main>
${content}
</main>
</body>
</html>
`

/** Escapes text content only: quotes stay literal, so that the examples can be copied from the source of a page. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The only Markdown in the texts of the catalogue. */
const withCode = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const shown = Object.values<Operation>(operations).filter(
  ({ audience }) => audience === 'partner' || audience === 'traveller',
)

/** The operations that respond with the code; codes of all operations are not listed. */
function whereItComesFrom(code: ErrorCode): string {
  if ((commonErrors as readonly ErrorCode[]).includes(code)) return '<p>Any operation may answer it.</p>'
  const where = shown.filter(({ errors }) => errors.includes(code))
  if (where.length === 0) return ''
  const items = where.map(
    ({ method, path, summary }) => `<li><code>${method} ${escaped(path)}</code> ${escaped(summary)}</li>`,
  )
  return `<h2>Where it comes from</h2>\n<ul>\n${items.join('\n')}\n</ul>`
}

/** The meaning of the code, its status, what to do, and an example of a response. */
export function errorPage(code: ErrorCode, publicUrl: string): string {
  const { status, title, description, remedy }: ErrorEntry = errorCatalogue[code]
  const example = JSON.stringify(problemExample(code, publicUrl), null, 2)
  return document(
    `${code}: ${title}`,
    `<h1>${escaped(title)}</h1>
<p><code>${code}</code>, HTTP status ${status}</p>
<h2>What it means</h2>
<p>${withCode(description)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
${whereItComesFrom(code)}
<h2>Example</h2>
<pre tabindex="0"><code>${escaped(example)}</code></pre>`,
  )
}

export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, title }]) =>
      `<tr><td>${status}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${escaped(title)}</td></tr>`,
  )
  return document(
    'Error codes',
    `<h1>Error codes</h1>
<p>An error is answered with <code>application/problem+json</code>. Its <code>code</code> is one of these, its <code>type</code> leads to the page of the code, and
<code>errors</code> names every fault at once.</p>
<table>
${rows.join('\n')}
</table>`,
  )
}

export const unknownPage = (): string =>
  document(
    'Not found',
    `<h1>There is no such page</h1>
<p>Every code that an answer may have is in the <a href="/docs/errors">list of error codes</a>.</p>`,
  )
