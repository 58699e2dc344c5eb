import type { Report } from '../report.ts'
import type { Demonstration, Description } from '../state/description.ts'

/** The system as the person at the terminal reaches it. */
export interface ShownSystem {
  baseUrl: string
  adminUrl: string
  mailPage: string | null
  /** The file with the admin token. */
  tokenIn: string
  /** The command that runs the demonstration again, and what it does. */
  again: string
}

export const shownLocally = ({ baseUrl, adminUrl, mail }: Description): ShownSystem => ({
  baseUrl,
  adminUrl,
  mailPage: mail.page,
  tokenIn: 'local.json',
  again: 'npm run demo -- --tracks DIR      the same with your own GPX files',
})

/** Shows the links to open and the commands to try. */
export function showTable(
  report: Report,
  { baseUrl, adminUrl, mailPage, tokenIn, again }: ShownSystem,
  { accounts, links }: Demonstration,
  signInLink: string | null,
): void {
  const rows: (readonly [string, string])[] = [
    ...links.flatMap(({ title, url }) => [
      [`Trip Link, ${title}`, url] as const,
      ['  roadbook', `${url}/roadbook.pdf`] as const,
    ]),
    ['Portal, the office in a browser', `${baseUrl}/portal/`],
    ...(signInLink === null ? [] : [['  signs in as an admin, once', signInLink] as const]),
    ['API reference, to read and try', `${baseUrl}/docs`],
    ['API contract (OpenAPI)', `${baseUrl}/openapi.json`],
    ...accounts.map(({ name, type, key }) => [`API key of ${name} (${type})`, key] as const),
    [`Admin API (the token is in ${tokenIn})`, adminUrl],
    ...(mailPage === null ? [] : [['Mails that were sent', mailPage] as const]),
  ]
  const width = Math.max(...rows.map(([title]) => title.length))
  report('')
  for (const [title, value] of rows) report(`  ${title.padEnd(width)}  ${value}`)
  const operator = accounts.find(({ type }) => type === 'operator')
  if (operator) {
    report('')
    report('  Try next:')
    report(`    curl -H "Authorization: ${operator.key}" ${baseUrl}/content/release/${operator.id}`)
    report(`    ${again}`)
  }
  report('')
}
