/** The portal's web application (`packages/portal`): files with hashed names, which browsers cache, and one document for all pages. */
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packagedFolder } from '@guidebook/service-kit/packaged-folder'
import { type Page, script, style, svg } from '../document/page.ts'

const folder = packagedFolder('portal', import.meta.url, '../../../../packages/portal/dist')

const kinds: Record<string, typeof script> = { '.js': script, '.mjs': script, '.css': style, '.svg': svg }

export interface WebApplication {
  /** The file at a path; null if there is none. */
  fileAt(path: string): Page | null
  /** The document of all pages, with its headers. Each response has a new nonce. */
  document(): { headers: Record<string, string>; body: string }
}

export function readWebApplication(): WebApplication {
  if (!existsSync(new URL('index.html', folder))) throw new Error('the portal is not built: run `npm run build`')
  const document = readFileSync(new URL('index.html', folder), 'utf8')
  const files = new Map(assets().map((name) => [`/portal/${name}`, assetOf(name)]))
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

const assets = () => globSync('assets/*', { cwd: fileURLToPath(folder) }).map((name) => name.replaceAll('\\', '/'))

function assetOf(name: string): Page {
  const kind = kinds[extname(name)]
  if (kind === undefined) throw new Error(`the portal has a file of an unknown kind: ${name}`)
  return kind(readFileSync(new URL(name, folder)), {
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
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
