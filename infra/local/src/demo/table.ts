import type { Say } from '../say.ts'
import type { Demonstration, Description } from '../state/description.ts'

/** What there is to open and to try, when all is done. */
export function showTable(
  tell: Say,
  { baseUrl, adminUrl, mail }: Description,
  { accounts, links }: Demonstration,
): void {
  const rows: (readonly [string, string])[] = [
    ...links.flatMap(({ title, url }) => [
      [`Trip Link, ${title}`, url] as const,
      ['  roadbook', `${url}/roadbook.pdf`] as const,
    ]),
    ['API reference, to read and try', `${baseUrl}/docs`],
    ['API contract (OpenAPI)', `${baseUrl}/openapi.json`],
    ...accounts.map(({ name, type, key }) => [`API key of ${name} (${type})`, key] as const),
    ['Admin API (the token is in local.json)', adminUrl],
    ...(mail.page === null ? [] : [['Mails that were sent', mail.page] as const]),
  ]
  const width = Math.max(...rows.map(([what]) => what.length))
  tell('')
  for (const [what, where] of rows) tell(`  ${what.padEnd(width)}  ${where}`)
  const operator = accounts.find(({ type }) => type === 'operator')
  if (operator) {
    tell('')
    tell('  Try next:')
    tell(`    curl -H "Authorization: ${operator.key}" ${baseUrl}/content/release/${operator.id}`)
    tell('    npm run demo -- --tracks DIR      the same with your own GPX files')
  }
  tell('')
}
