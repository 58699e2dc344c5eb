import { hash } from 'node:crypto'
import { type Html, html, trusted } from '../../html/html.ts'
import { assetsOf, offlineWorker, pageScripts, scriptsVersion } from '../scripts.ts'
import { pathIn } from './language-switch.ts'
import type { View, ViewInput } from './view.ts'

/** Where the page says that it can be had without a network, and what a script needs in order to see to that. */
export function offlineCopy(view: View, input: ViewInput): Html {
  const { texts } = view
  // The script fills these in.
  const keeping = texts.offlineKeeping({ percent: '{percent}' })
  const kept = texts.offlineKept({ size: '{size}', version: '{version}' })
  return html`<p id="offline" role="status" hidden data-keeping="${keeping}" data-kept="${kept}" data-failed="${
    texts.offlineFailed
  }" data-offer="${texts.offlineOffer}"></p><script type="application/json" id="offline-facts">${factsOf(view, input)}</script>`
}

function factsOf(view: View, { base, page, artifacts, full: { release }, imageUrl }: ViewInput): Html {
  const assets = assetsOf(base)
  const gpx = release.gpxEnabled ? artifacts.gpx : null
  const pdf = release.pdfEnabled ? artifacts.pdf : null
  const others = artifacts.languages ?? []
  // All pages tell of the same copy: whoever switches the language has it already.
  const files = [
    base,
    ...others.map(({ lang }) => pathIn(base, lang)),
    ...pageScripts.map((name) => `${assets}/${name}`),
    ...artifacts.images.map(({ name }) => imageUrl(name)),
    ...oneOfEachKey(view.gpx).map((name) => `${base}/gpx/${encodeURIComponent(name)}.gpx`),
    ...(gpx ? [`${base}/gpx`] : []),
    ...(pdf ? [`${base}/roadbook.pdf`] : []),
  ]
  const contents = [artifacts.page.key, ...others.map(({ key }) => key), pdf?.key, gpx?.zip.key, scriptsVersion]
  const facts = {
    base,
    worker: `${assets}/${offlineWorker}`,
    version: page.contentVersion,
    // Tells one state of all these files from another.
    key: hash('sha256', JSON.stringify([files, contents])).slice(0, 16),
    files,
  }
  // The only sign that could end the block.
  return trusted(JSON.stringify(facts).replaceAll('<', '\\u003c'))
}

/** Where two names lead to one file, the page links the first of them. */
function oneOfEachKey(files: View['gpx']): string[] {
  const seen = new Map<string, string>()
  for (const [name, { key }] of files) if (!seen.has(key)) seen.set(key, name)
  return [...seen.values()]
}
