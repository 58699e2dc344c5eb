import { expectValidGpx } from '../check-gpx.ts'
import { type ReadPdf, readPdf } from '../check-pdf.ts'
import { expectThat } from '../checklist.ts'
import type { DemoContext } from '../context.ts'
import { waitUntil } from '../wait-until.ts'
import type { Release, Releases } from './releases.ts'

const patienceMs = 60_000

/** A traveller's request, repeated while a part of the system is away. */
const get = (url: string): Promise<Response> =>
  waitUntil(`an answer of ${url}`, patienceMs, async () => {
    const response = await fetch(url, { headers: { 'accept-language': 'en' } }).catch(() => undefined)
    if (response && response.status < 500) return response
    await response?.body?.cancel()
    return undefined
  })

async function expectOk(url: string, contentType: string): Promise<Response> {
  const response = await get(url)
  expectThat(response.status === 200, `${url} answered ${response.status}`)
  const type = response.headers.get('content-type') ?? ''
  expectThat(type.startsWith(contentType), `${url} is ${type}, not ${contentType}`)
  return response
}

const foldedWords = (text: string) => text.replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

/** The text without what a book may do with it: breaks, hyphens at line ends, capitals. */
const occursIn = ({ text }: ReadPdf, words: string) => foldedWords(text).includes(foldedWords(words))

async function expectRoadbook({ url }: Release, leastPages: number, words: readonly string[]): Promise<ReadPdf> {
  const response = await expectOk(`${url}/roadbook.pdf`, 'application/pdf')
  const pdf = await readPdf(new Uint8Array(await response.arrayBuffer()))
  expectThat(pdf.pages >= leastPages, `the PDF has ${pdf.pages} pages, expected at least ${leastPages}`)
  const missing = words.filter((word) => !occursIn(pdf, word))
  expectThat(missing.length === 0, `the PDF does not say ${missing.join(', ')}`)
  return pdf
}

/** The GPX files that the page links to; at least one for each stage. */
async function gpxFiles({ url }: Release, leastFiles: number): Promise<{ fileName: string; contents: string }[]> {
  const page = await (await expectOk(url, 'text/html')).text()
  const links = [
    ...new Set(
      [...page.matchAll(/href="([^"]*\/gpx\/[^"]+\.gpx)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
    ),
  ]
  expectThat(links.length >= leastFiles, `the page links to ${links.length} GPX files, expected at least ${leastFiles}`)
  return await Promise.all(
    links.map(async (href, index) => ({
      fileName: `${index + 1}.gpx`,
      contents: await (await expectOk(new URL(href, url).href, 'application/gpx+xml')).text(),
    })),
  )
}

const english = (texts: Readonly<Record<string, string>>) => texts.en ?? Object.values(texts)[0] ?? ''

/** What the travellers of the three releases see. */
export async function checkTripLinks({ data, list }: DemoContext, releases: Releases): Promise<void> {
  const { plain, shared, onDemand, onDemandTitle } = releases
  await list.step('the Trip Links answer', async () => {
    for (const { url } of [plain, shared]) await expectOk(url, 'text/html')
    const page = await (await expectOk(onDemand.url, 'text/html')).text()
    expectThat(page.includes(onDemandTitle), 'the page of the on-demand release has not the updated title')
  })
  await list.step('the roadbooks have their pages and words', async () => {
    await expectRoadbook(plain, data.stages.length + 1, [
      english(data.titles),
      ...data.stages.map(({ titles }) => english(titles)),
    ])
    await expectRoadbook(shared, data.stages.length + 1, [])
    const hotel = data.hotels[0]
    await expectRoadbook(onDemand, 4, [
      onDemandTitle,
      data.inlineRoute.name,
      data.group.name,
      data.inlinePoi.name,
      ...(hotel ? [english(hotel.names)] : []),
    ])
  })
  await list.step('every GPX file holds against the schema of GPX 1.1', async () => {
    await expectValidGpx([...(await gpxFiles(plain, data.stages.length)), ...(await gpxFiles(onDemand, 3))])
    await expectOk(`${onDemand.url}/gpx`, 'application/zip')
  })
}
