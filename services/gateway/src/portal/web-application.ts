/** A web application of `packages/portal`: files with hashed names, which browsers cache, and one document for all pages. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { packagedFolder } from '@guidebook/service-kit/packaged-folder'
import { inBrotli, type Page, script, style, svg } from '../document/page.ts'

const folder = packagedFolder('portal', import.meta.url, '../../../../packages/portal/dist')

const kinds: Record<string, typeof script> = { '.js': script, '.mjs': script, '.css': style, '.svg': svg }

export interface WebApplication {
  /** The file at a path; null if there is none. */
  fileAt(path: string): Page | null
  /** The document of all pages, with its headers. Each response has a new nonce. */
  document(): { headers: Record<string, string>; body: string }
}

/** The two applications of the package. They share files, but each has only those that it loads. */
type Name = 'portal' | 'support'
const documents: Record<Name, string> = { portal: 'index.html', support: 'support.html' }

export function readWebApplication(name: Name): WebApplication {
  if (!existsSync(new URL(documents[name], folder))) throw new Error('the portal is not built: run `npm run build`')
  const document = readFileSync(new URL(documents[name], folder), 'utf8')
  const files = new Map(filesOf(name).map((file) => [`/${name}/${file}`, assetOf(file)]))
  return {
    fileAt: (path) => files.get(path) ?? null,
    document: () => {
      const nonce = randomBytes(16).toString('base64')
      return {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': policyWith(nonce),
          'Cross-Origin-Opener-Policy': 'same-origin',
          'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
          'Cache-Control': 'no-store',
        },
        body: document.replace('%NONCE%', nonce),
      }
    },
  }
}

/** A file of the build and the files that it loads, by the names in the manifest. */
interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** The files that an application loads, now or later. */
function filesOf(name: Name): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8'))
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined || seen.has(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const other of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(other)
  }
  visit(documents[name])
  // The manifest does not say which script loads the stylesheet of a package, such as MapLibre.
  for (const { file } of Object.values(manifest)) if (file.endsWith('.css')) files.add(file)
  return [...files]
}

const assets = new Map<string, Page>()

/** A file of the build, read once: the applications share most of them. */
function assetOf(name: string): Page {
  const asset = assets.get(name) ?? readAsset(name)
  assets.set(name, asset)
  return asset
}

function readAsset(name: string): Page {
  const kind = kinds[extname(name)]
  if (kind === undefined) throw new Error(`the portal has a file of an unknown kind: ${name}`)
  const file = kind(readFileSync(new URL(name, folder)), {
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
  // The build has more time to compress than a request.
  const compressed = new URL(`${name}.br`, folder)
  return existsSync(compressed) ? inBrotli(file, readFileSync(compressed)) : file
}

/**
 * Allows files of this origin only. Styles that components write carry the nonce. MapLibre reads its images from blobs.
 */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
