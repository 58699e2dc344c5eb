import type { ErrorEntry } from '@guidebook/contracts'

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}code{background:#8882;padding:.1em .3em}'

const document = (title: string, content: string) =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body>${content}</body>
</html>
`

/** Texts of the catalogue are ours, but they may hold a sign that means something in HTML. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const errorPage = (code: string, { status, title, description }: ErrorEntry): string =>
  document(
    `${code}: ${escaped(title)}`,
    `<p><a href="/docs/errors">All error codes</a></p>
<h1>${escaped(title)}</h1>
<p><code>${code}</code>, HTTP status ${status}</p>
<p>${escaped(description)}</p>`,
  )

export const errorsPage = (catalogue: Readonly<Record<string, ErrorEntry>>): string =>
  document(
    'Error codes',
    `<h1>Error codes</h1>
<p>An error answer is <code>application/problem+json</code>; its <code>code</code> is one of these, and <code>errors</code> names every fault.</p>
<ul>
${Object.entries(catalogue)
  .map(
    ([code, { status, title }]) =>
      `<li><a href="/docs/errors/${code}"><code>${code}</code></a> ${status}: ${escaped(title)}</li>`,
  )
  .join('\n')}
</ul>`,
  )
