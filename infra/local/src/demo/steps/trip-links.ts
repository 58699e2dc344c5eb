import { readFileSync } from 'node:fs'
import { extractText, getDocumentProxy } from 'unpdf'
import { validateXML } from 'xmllint-wasm'
import { type DemoContext, expectThat, waitUntil } from '../context.ts'
import { dataFile } from '../data/data-file.ts'
import { english } from '../data/data-set.ts'
import type { Releases } from './releases.ts'

const timeoutMs = 60_000

/** Sends a traveller's request, and repeats it while a part of the system is unavailable. */
async function expectOk(url: string, contentType: string): Promise<Response> {
  const response = await waitUntil(`a response of ${url}`, timeoutMs, async () => {
    const received = await fetch(url, { headers: { 'accept-language': 'en' } }).catch(() => undefined)
    if (received && received.status < 500) return received
    await received?.body?.cancel()
    return undefined
  })
  expectThat(response.status === 200, `${url} responded with ${response.status}`)
  const type = response.headers.get('content-type') ?? ''
  expectThat(type.startsWith(contentType), `${url} is ${type}, not ${contentType}`)
  return response
}

/** Texts are compared without line breaks and capitals, which the layout may change. */
const normalized = (text: string) => text.replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

async function expectRoadbook(url: string, minPages: number, phrases: readonly string[]): Promise<void> {
  const response = await expectOk(`${url}/roadbook.pdf`, 'application/pdf')
  const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  const { totalPages, text } = await extractText(document, { mergePages: true })
  expectThat(totalPages >= minPages, `the PDF has ${totalPages} pages, expected at least ${minPages}`)
  const missing = phrases.filter((phrase) => !normalized(text).includes(normalized(phrase)))
  expectThat(missing.length === 0, `the PDF lacks ${missing.join(', ')}`)
}

/** Downloads the GPX files that the page links to. */
async function gpxFiles(url: string, minFiles: number): Promise<string[]> {
  const page = await (await expectOk(url, 'text/html')).text()
  const links = new Set([...page.matchAll(/href="([^"]*\/gpx\/[^"]+\.gpx)"/g)].map(([, href = '']) => href))
  expectThat(links.size >= minFiles, `the page links to ${links.size} GPX files, expected at least ${minFiles}`)
  const download = async (href: string) => {
    const target = new URL(href.replaceAll('&amp;', '&'), url)
    return await (await expectOk(target.href, 'application/gpx+xml')).text()
  }
  return await Promise.all([...links].map(download))
}

/** Validates all files against the GPX 1.1 schema in one run of xmllint. */
async function expectValidGpx(files: readonly string[]): Promise<void> {
  const schema = readFileSync(dataFile('gpx-1.1.xsd'), 'utf8')
  const { valid, errors } = await validateXML({
    xml: files.map((contents, index) => ({ fileName: `${index + 1}.gpx`, contents })),
    schema: [{ fileName: 'gpx-1.1.xsd', contents: schema }],
    maxMemoryPages: 4096,
  })
  const reasons = errors.slice(0, 3).map(({ message }) => message)
  expectThat(valid, `not GPX 1.1: ${reasons.join('; ')}`)
}

/** Checks the pages and files that the travellers of the three releases get. */
export async function checkTripLinks({ data, step, reach }: DemoContext, releases: Releases): Promise<void> {
  const { onDemandTitle } = releases
  const [plain, shared, onDemand] = [reach(releases.plain), reach(releases.shared), reach(releases.onDemand)]
  await step('the Trip Links respond', async () => {
    for (const url of [plain, shared]) await expectOk(url, 'text/html')
    const page = await (await expectOk(onDemand, 'text/html')).text()
    expectThat(page.includes(onDemandTitle), 'the page of the on-demand release lacks the updated title')
  })
  await step('the roadbooks have their pages and texts', async () => {
    const stages = data.stages.map(({ titles }) => english(titles))
    const hotel = data.hotels.slice(0, 1).map(({ names }) => english(names))
    const { inlineRoute, inlinePoi, group } = data
    await expectRoadbook(plain, stages.length + 1, [english(data.titles), ...stages])
    await expectRoadbook(shared, stages.length + 1, [])
    await expectRoadbook(onDemand, 4, [onDemandTitle, inlineRoute.name, group.name, inlinePoi.name, ...hotel])
  })
  await step('every GPX file is valid GPX 1.1', async () => {
    await expectValidGpx([...(await gpxFiles(plain, data.stages.length)), ...(await gpxFiles(onDemand, 3))])
    await expectOk(`${onDemand}/gpx`, 'application/zip')
  })
}
