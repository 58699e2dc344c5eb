import { expectValidGpx } from '../check-gpx.ts'
import { type ReadPdf, readPdf } from '../check-pdf.ts'
import { expectThat } from '../checklist.ts'
import type { DemoContext } from '../context.ts'
import { waitUntil } from '../wait-until.ts'
import type { Release, Releases } from './releases.ts'

const timeoutMs = 60_000

/** Sends a traveller's request, and repeats it while a part of the system is unavailable. */
const get = (url: string): Promise<Response> =>
  waitUntil(`a response of ${url}`, timeoutMs, async () => {
    const response = await fetch(url, { headers: { 'accept-language': 'en' } }).catch(() => undefined)
    if (response && response.status < 500) return response
    await response?.body?.cancel()
    return undefined
  })

async function expectOk(url: string, contentType: string): Promise<Response> {
  const response = await get(url)
  expectThat(response.status === 200, `${url} responded with ${response.status}`)
  const type = response.headers.get('content-type') ?? ''
  expectThat(type.startsWith(contentType), `${url} is ${type}, not ${contentType}`)
  return response
}

const normalized = (text: string) => text.replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

/** Compares without line breaks and capitals, which the layout may change. */
const occursIn = ({ text }: ReadPdf, phrase: string) => normalized(text).includes(normalized(phrase))

async function expectRoadbook({ url }: Release, minPages: number, phrases: readonly string[]): Promise<ReadPdf> {
  const response = await expectOk(`${url}/roadbook.pdf`, 'application/pdf')
  const pdf = await readPdf(new Uint8Array(await response.arrayBuffer()))
  expectThat(pdf.pages >= minPages, `the PDF has ${pdf.pages} pages, expected at least ${minPages}`)
  const missing = phrases.filter((phrase) => !occursIn(pdf, phrase))
  expectThat(missing.length === 0, `the PDF lacks ${missing.join(', ')}`)
  return pdf
}

/** Downloads the GPX files that the page links to. */
async function gpxFiles({ url }: Release, minFiles: number): Promise<{ fileName: string; contents: string }[]> {
  const page = await (await expectOk(url, 'text/html')).text()
  const links = [
    ...new Set(
      [...page.matchAll(/href="([^"]*\/gpx\/[^"]+\.gpx)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
    ),
  ]
  expectThat(links.length >= minFiles, `the page links to ${links.length} GPX files, expected at least ${minFiles}`)
  return await Promise.all(
    links.map(async (href, index) => ({
      fileName: `${index + 1}.gpx`,
      contents: await (await expectOk(new URL(href, url).href, 'application/gpx+xml')).text(),
    })),
  )
}

const english = (texts: Readonly<Record<string, string>>) => texts.en ?? Object.values(texts)[0] ?? ''

/** Checks the pages and files that the travellers of the three releases get. */
export async function checkTripLinks({ data, list }: DemoContext, releases: Releases): Promise<void> {
  const { plain, shared, onDemand, onDemandTitle } = releases
  await list.step('the Trip Links respond', async () => {
    for (const { url } of [plain, shared]) await expectOk(url, 'text/html')
    const page = await (await expectOk(onDemand.url, 'text/html')).text()
    expectThat(page.includes(onDemandTitle), 'the page of the on-demand release lacks the updated title')
  })
  await list.step('the roadbooks have their pages and texts', async () => {
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
  await list.step('every GPX file is valid GPX 1.1', async () => {
    await expectValidGpx([...(await gpxFiles(plain, data.stages.length)), ...(await gpxFiles(onDemand, 3))])
    await expectOk(`${onDemand.url}/gpx`, 'application/zip')
  })
}
