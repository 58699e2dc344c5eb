import { readFileSync } from 'node:fs'
import { extractText, getDocumentProxy } from 'unpdf'
import { validateXML } from 'xmllint-wasm'
import { type DemoContext, expectThat } from '../context.ts'
import { dataFile } from '../data/data-file.ts'
import { english } from '../data/data-set.ts'
import type { Releases } from './releases.ts'

const timeoutMs = 60_000

/** Downloads as a traveller, and repeats it while a part of the system is unavailable. */
async function download({ waitUntil }: DemoContext, url: string, contentType: string): Promise<Buffer> {
  const { response, body } = await waitUntil(`a response of ${url}`, timeoutMs, async () => {
    try {
      const response = await fetch(url, { headers: { 'accept-language': 'en' } })
      // Always read to its end: the connection of an unread response would keep this process running.
      const body = Buffer.from(await response.arrayBuffer())
      return response.status < 500 ? { response, body } : undefined
    } catch {
      return undefined
    }
  })
  expectThat(response.status === 200, `${url} responded with ${response.status}`)
  const type = response.headers.get('content-type') ?? ''
  expectThat(type.startsWith(contentType), `${url} is ${type}, not ${contentType}`)
  return body
}

/** Texts are compared without line breaks and capitals, which the layout may change. */
const normalized = (text: string) => text.replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

async function expectRoadbook(context: DemoContext, url: string, minPages: number, phrases: readonly string[]) {
  const pdf = await download(context, `${url}/roadbook.pdf`, 'application/pdf')
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { totalPages, text } = await extractText(document, { mergePages: true })
  expectThat(totalPages >= minPages, `the PDF has ${totalPages} pages, expected at least ${minPages}`)
  const missing = phrases.filter((phrase) => !normalized(text).includes(normalized(phrase)))
  expectThat(missing.length === 0, `the PDF lacks ${missing.join(', ')}`)
}

/** Downloads the GPX files that the page links to. */
async function gpxFiles(context: DemoContext, url: string, minFiles: number): Promise<string[]> {
  const page = (await download(context, url, 'text/html')).toString()
  const links = new Set([...page.matchAll(/href="([^"]*\/gpx\/[^"]+\.gpx)"/g)].map(([, href = '']) => href))
  expectThat(links.size >= minFiles, `the page links to ${links.size} GPX files, expected at least ${minFiles}`)
  const read = async (href: string) => {
    const target = new URL(href.replaceAll('&amp;', '&'), url)
    return (await download(context, target.href, 'application/gpx+xml')).toString()
  }
  return await Promise.all([...links].map(read))
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
export async function checkTripLinks(context: DemoContext, releases: Releases): Promise<void> {
  const { data, step, reach } = context
  const { onDemandTitle } = releases
  const [plain, shared, onDemand] = [reach(releases.plain), reach(releases.shared), reach(releases.onDemand)]
  await step('the Trip Links respond', async () => {
    for (const url of [plain, shared]) await download(context, url, 'text/html')
    const page = (await download(context, onDemand, 'text/html')).toString()
    expectThat(page.includes(onDemandTitle), 'the page of the on-demand release lacks the updated title')
  })
  await step('the roadbooks have their pages and texts', async () => {
    const stages = data.stages.map(({ titles }) => english(titles))
    const hotel = data.hotels.slice(0, 1).map(({ names }) => english(names))
    const { inlineRoute, inlinePoi, group } = data
    await expectRoadbook(context, plain, stages.length + 1, [english(data.titles), ...stages])
    await expectRoadbook(context, shared, stages.length + 1, [])
    await expectRoadbook(context, onDemand, 4, [onDemandTitle, inlineRoute.name, group.name, inlinePoi.name, ...hotel])
  })
  await step('every GPX file is valid GPX 1.1', async () => {
    const ofPlain = await gpxFiles(context, plain, data.stages.length)
    await expectValidGpx([...ofPlain, ...(await gpxFiles(context, onDemand, 3))])
    await download(context, `${onDemand}/gpx`, 'application/zip')
  })
}
