/** The API reference at `/docs`: a public viewer of OpenAPI documents, served by the gateway; it may send requests only to the gateway. */
import { readFileSync } from 'node:fs'
import { readServed, readServedBrotli, servedPackage } from '@guidebook/service-kit'
import { header } from './layout.ts'
import { html, inBrotli, type Page, redirect, script } from './page.ts'

const scalar = servedPackage('@scalar/api-reference', import.meta.url)
const viewer = new URL('dist/browser/standalone.js', scalar)
const { version } = JSON.parse(readFileSync(new URL('package.json', scalar), 'utf8')) as { version: string }
/** Its name changes with its content, so that a browser keeps it. */
const viewerPath = `/docs/assets/viewer-${version}.js`

/** Scripts, data and requests only from and to the same origin. The viewer writes its styles into the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const frame = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference: Guidebook Content and Release Service</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/top.css">
</head>
<body>
${header('/docs', false)}
<div id="reference"></div>
<noscript><p>The reference needs JavaScript. The same contract as a file: <a href="/openapi.json">openapi.json</a>; <a href="/docs/errors">error codes</a>.</p></noscript>
<script src="${viewerPath}"></script>
<script src="/docs/assets/reference.js"></script>
</body>
</html>
`

/** Parts of the viewer that would send requests to its vendor are off; the policy would stop them anyway. */
const start = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  servers: [{ url: location.origin }],
  authentication: { preferredSecurityScheme: 'apiKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  customCss: ':root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace }',
})
`

function viewerFile(): Page {
  const file = script(readServed(viewer), { headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } })
  const compressed = readServedBrotli(viewer)
  return compressed === null ? file : inBrotli(file, compressed)
}

export const referencePages = (): [string, Page][] => [
  ['/docs', html(frame, { headers: { 'Content-Security-Policy': policy } })],
  ['/docs/reference', redirect('/docs')],
  ['/docs/assets/reference.js', script(start)],
  [viewerPath, viewerFile()],
]
