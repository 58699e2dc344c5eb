import { stringify } from 'csv-stringify/sync'
import { keyOf, type ListedRelease } from './list-releases.ts'
import { type Release, tripLinkUrl } from './release.ts'

/** Releases that an export reads at once. */
export const exportedAtOnce = 500

/**
 * Pages that exports read at once: one of an account, four of a process. An export of 100,000 releases reads 200 pages, one after another, and an
 * account may have many exports. While a client reads slowly, its export holds neither a share nor a connection.
 */
export const exportShares = { capacity: 4, perOwner: 1, mostWaiting: 1_000, waitMs: 60_000 }

/** Columns of the exported file. Their order and names are part of the interface. */
const columns: readonly [name: string, read: (release: Release, about: Circumstances) => unknown][] = [
  ['downloadCode', ({ download_code }) => download_code],
  ['sellerDownloadCode', ({ seller_download_code }) => seller_download_code],
  ['name', ({ title }) => title],
  ['guidebook', ({ source_custom_id }) => source_custom_id],
  ['operator', ({ provider }) => provider.oid],
  ['reseller', ({ reseller }) => reseller?.oid],
  ['startdate', ({ start_date }) => start_date],
  ['enddate', ({ end_date }) => end_date],
  ['arrivaldate', ({ arrival_date }) => arrival_date],
  ['departuredate', ({ departure_date }) => departure_date],
  ['lang', ({ lang }) => lang],
  ['devices', ({ devices }) => devices],
  ['state', (release, { today }) => stateOn(today, release)],
  ['locked', ({ locked }) => String(locked)],
  ['creation', ({ created_at }) => created_at.toISOString()],
  ['url', ({ link }, { publicUrl }) => tripLinkUrl(publicUrl, link)],
]

interface Circumstances {
  /** `YYYY-MM-DD`. */
  today: string
  publicUrl: string
}

function stateOn(today: string, { disabled, start_date, end_date }: Release): string {
  if (disabled) return 'disabled'
  if (start_date > today) return 'upcoming'
  return end_date < today ? 'ended' : 'active'
}

const asCsv = (rows: unknown[][]): string =>
  // Names come from other programs: a spreadsheet must not calculate them.
  stringify(rows, { delimiter: ';', escape_formulas: true, record_delimiter: 'windows' })

/** Spreadsheets recognise UTF-8 by the mark. */
const csvHead = `\uFEFF${asCsv([columns.map(([name]) => name)])}`

const csvRows = (releases: readonly Release[], about: Circumstances): string =>
  asCsv(releases.map((release) => columns.map(([, read]) => read(release, about))))

/** The parts of the file, one for each page of `exportedAtOnce` releases or less. A page is read when the part before was taken. */
export async function* csvOfPages(
  readPage: (after: (string | number)[] | null) => Promise<ListedRelease[]>,
  about: Circumstances,
): AsyncGenerator<string> {
  let after: (string | number)[] | null = null
  let head = csvHead
  do {
    const found = await readPage(after)
    yield head + csvRows(found, about)
    const last = found.at(-1)
    head = ''
    after = last === undefined || (found.length < exportedAtOnce && !last.hasNext) ? null : keyOf(last)
  } while (after !== null)
}
