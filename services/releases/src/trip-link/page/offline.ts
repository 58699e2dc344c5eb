import { hash } from 'node:crypto'
import type { Artifacts } from '@guidebook/contracts'
import { type Html, html, trusted } from '../../html/html.ts'
import { assetsOf, mapScripts, offlineWorker, pageScripts, scriptsVersion } from '../scripts.ts'
import { pathIn } from './brand-bar.ts'
import { documentPath } from './documents.ts'
import type { View } from './view.ts'

/** Where the page says that it is available without a network, and what its script needs for that. */
export function offlineCopy(view: View): Html {
  const { texts } = view
  // The script fills these in.
  const keeping = texts.offlineKeeping({ percent: '{percent}' })
  const kept = texts.offlineKept({ size: '{size}', version: '{version}' })
  return html`<p id="offline" role="status" hidden data-keeping="${keeping}" data-kept="${kept}" data-failed="${
    texts.offlineFailed
  }" data-offer="${texts.offlineOffer}"></p><script type="application/json" id="offline-facts">${factsOf(view)}</script>`
}

function factsOf(view: View): Html {
  const { base, page, releaseLang, artifacts, release, documents, imageUrl, courses, mapData } = view
  const assets = assetsOf(base)
  const gpx = release.gpx_enabled ? artifacts.gpx : null
  const pdf = release.pdf_enabled ? artifacts.pdf : null
  const others = artifacts.languages ?? []
  // A traveller may still have the release's language at this path: the release was in another one before.
  const languages = others.length === 0 ? [] : [releaseLang, ...others.map(({ lang }) => lang)]
  // Pages in all languages have the same copy, so that a traveller who switches the language has it already.
  const files = [
    base,
    ...languages.map((lang) => pathIn(base, lang)),
    ...pageScripts.map((name) => `${assets}/${name}`),
    ...artifacts.images.map(({ name }) => imageUrl(name)),
    ...namesToKeep(gpx?.files ?? []).map((name) => `${base}/gpx/${encodeURIComponent(name)}.gpx`),
    ...[...courses.keys()].map((name) => `${base}/courses/${encodeURIComponent(name)}`),
    ...(gpx ? [`${base}/gpx`] : []),
    ...(pdf ? [`${base}/roadbook.pdf`] : []),
    ...documents.map((document) => documentPath(base, document)),
    // Last: a copy without the map is still useful.
    ...(mapData ? [`${base}/map`, ...mapScripts.map((name) => `${assets}/${name}`)] : []),
  ]
  const contents = [
    artifacts.page.key,
    ...others.map(({ key }) => key),
    pdf?.key,
    gpx?.zip.key,
    mapData?.key,
    scriptsVersion,
  ]
  const facts = {
    base,
    worker: `${assets}/${offlineWorker}`,
    version: page.contentVersion,
    // Identifies the state of all these files.
    key: hash('sha256', JSON.stringify([files, contents])).slice(0, 16),
    files,
  }
  // The only character that could end the block.
  return trusted(JSON.stringify(facts).replaceAll('<', '\\u003c'))
}

type GpxFile = NonNullable<Artifacts['gpx']>['files'][number]

/** A way whose full track is small enough for any device has both names for one file, and the page links only the full one. */
function namesToKeep(files: readonly GpxFile[]): string[] {
  const wayOf = ({ stage, alternative, key }: GpxFile) => JSON.stringify([stage, alternative, key])
  const full = new Set(files.filter(({ variant }) => variant === 'full').map(wayOf))
  return files.filter((file) => file.variant === 'full' || !full.has(wayOf(file))).map(({ name }) => name)
}
