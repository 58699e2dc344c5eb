/** The guides for partners: documents of the repository, with the address of this service in their commands. */
import { readFileSync } from 'node:fs'
import { packagedFolder } from '@guidebook/service-kit/packaged-folder'
import { type RenderedDocument, renderMarkdown } from './markdown.ts'

const documents = packagedFolder('documents', import.meta.url, '../../../../docs')
const client = packagedFolder('client', import.meta.url, '../../../../packages/client')

interface Entry {
  path: string
  /** In the navigation. */
  name: string
  summary: string
}
interface GuideSource extends Entry {
  file: URL
}
export interface Guide extends Entry, RenderedDocument {
  /** The document with addresses of the site, for programs that read Markdown. */
  markdown: string
}
/** An entry of the navigation; guides have their content here. */
export interface Chapter {
  name: string
  entries: readonly (Entry | Guide)[]
}

const guide = (path: string, file: string, name: string, summary: string): GuideSource => ({
  path: `/docs/${path}`,
  file: new URL(file, documents),
  name,
  summary,
})

const sources: readonly { name: string; entries: readonly (Entry | GuideSource)[] }[] = [
  {
    name: 'Start',
    entries: [
      guide(
        'quick-start',
        'quickstart.md',
        'Quick start',
        'From a key to a Trip Link and a verified webhook, with curl.',
      ),
      guide('test-accounts', 'test-accounts.md', 'Test accounts', 'Try everything without a traveller noticing.'),
    ],
  },
  {
    name: 'Guides',
    entries: [
      guide('webhooks', 'webhooks.md', 'Webhooks', 'Receive shared releases: signatures, retries, complete programs.'),
      guide('portal', 'portal.md', 'The portal', 'Releases, content, imports and people in a browser.'),
      guide(
        'csv-by-mail',
        'csv-by-mail.md',
        'CSV by mail',
        'Mail lists of bookings; a report has the result of each row.',
      ),
      guide('content-changes', 'content-changes.md', 'Content changes', 'What a change means for sold releases.'),
      guide('handling-errors', 'errors.md', 'Errors', 'How errors look, and what a program does with them.'),
      guide('idempotency', 'idempotency.md', 'Safe repeats', 'Idempotency keys, conditional requests, retries.'),
      guide('limits', 'request-limits.md', 'Limits', 'How much and how fast you can send.'),
      guide('languages', 'languages.md', 'Languages', 'Content, pages and roadbooks in many languages.'),
    ],
  },
  {
    name: 'Reference',
    entries: [
      {
        path: '/docs',
        name: 'API reference',
        summary: 'Every operation and field; try requests with your key.',
      },
      { path: '/docs/errors', name: 'Error codes', summary: 'Every code, its meaning and its remedy.' },
      {
        path: '/docs/client',
        file: new URL('README.md', client),
        name: 'TypeScript client',
        summary: 'Typed, with retries, lists, downloads and verified webhooks.',
      },
      guide('tools', 'tools.md', 'OpenAPI and tools', 'OpenAPI 3.1 and 3.0, Postman, Bruno, generators.'),
    ],
  },
  {
    name: 'About',
    entries: [
      guide('features', 'features.md', 'Status of features', 'What works, and what is not offered.'),
      guide('changes', 'interface-changes.md', 'Changelog', 'Changes of the interface.'),
    ],
  },
]

/** In documents, the placeholder for the address of the service. */
const exampleUrl = 'https://guidebook.example'

export function createChapters(publicUrl: string): Chapter[] {
  return sources.map(({ name, entries }) => ({
    name,
    entries: entries.map((entry) => ('file' in entry ? readGuide(entry, publicUrl) : entry)),
  }))
}

export const guidesOf = (chapters: readonly Chapter[]): Guide[] =>
  chapters.flatMap(({ entries }) => entries.filter((entry) => 'html' in entry))

function readGuide({ file, path, name, summary }: GuideSource, publicUrl: string): Guide {
  const linkOf = (target: string) =>
    target.startsWith(`${publicUrl}/`) ? target.slice(publicUrl.length) : siteAddress(target, file)
  const source = readFileSync(file, 'utf8').replaceAll(exampleUrl, publicUrl)
  const markdown = source.replaceAll(/\]\(([^)\s]+)\)/g, (_, target) => `](${absolute(linkOf(target), publicUrl)})`)
  return { path, name, summary, markdown, ...renderMarkdown(source, linkOf) }
}

const absolute = (address: string, publicUrl: string) => (address.startsWith('/') ? publicUrl + address : address)

const guideFiles = sources.flatMap(({ entries }) => entries.filter((entry) => 'file' in entry))

/** Documents link to files; pages link to pages. Throws for a file that is not in the site: partners could not read it. */
function siteAddress(target: string, from: URL): string {
  if (/^(?:https?:|mailto:|#)/.test(target)) return target
  const [file = '', fragment] = target.split('#')
  const name = file.slice(file.lastIndexOf('/') + 1)
  const found = guideFiles.find((entry) =>
    entry.file.pathname.endsWith(name === 'README.md' ? 'client/README.md' : `/${name}`),
  )
  if (found === undefined) throw new Error(`${from.pathname} links to ${target}, which is no page of the documentation`)
  return fragment === undefined ? found.path : `${found.path}#${fragment}`
}
