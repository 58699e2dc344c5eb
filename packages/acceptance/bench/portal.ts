import pg from 'pg'
import { Pool } from 'undici'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { day } from '../src/trip.ts'
import { fillAccount, sizes } from './portal-data.ts'
import { portalView } from './portal-view.ts'
import { type Comparison, compare, median, timed } from './rounds.ts'

const requests = 10
/** What a person in the office waits for without noticing, milliseconds. */
const most = 300

interface List {
  name: string
  path: string
  schema: 'releases' | 'geodata'
  /** The simplest query for the same page of an account ($1). */
  bare: string
}

const releasesBy = (order: string, condition = 'true') =>
  `select * from releases where account = $1::uuid and revoked_at is null and ${condition} order by ${order} limit 51`

const listsOf = (account: string): List[] => {
  const releases = (query: string) => `/content/release/${account}?${query}`
  return [
    { name: 'newest releases', path: releases(''), schema: 'releases', bare: releasesBy('id desc') },
    {
      name: 'releases by their first day',
      path: releases('sort=-start'),
      schema: 'releases',
      bare: releasesBy('start_date desc, id desc'),
    },
    {
      name: 'releases by their name',
      path: releases('sort=title'),
      schema: 'releases',
      bare: releasesBy('listed_title collate "und-x-icu", id'),
    },
    {
      name: 'upcoming releases by their first day',
      path: releases('state=upcoming&sort=start'),
      schema: 'releases',
      bare: releasesBy('start_date, id', 'not disabled and start_date > current_date'),
    },
    {
      name: 'releases whose trips begin today',
      path: releases(`arrivalFrom=${day(0)}&arrivalTo=${day(0)}&sort=arrival`),
      schema: 'releases',
      bare: releasesBy('arrival_date, id', 'coalesce(arrival_date, start_date) = current_date'),
    },
    {
      name: 'a search for a word and the beginning of a code',
      path: releases('q=4000999'),
      schema: 'releases',
      bare: releasesBy('id desc', `(listed_title like '%4000999%' or download_code between 400099900 and 400099999)`),
    },
    {
      name: 'a search for a word that no release has',
      path: releases('q=glacier&sort=start'),
      schema: 'releases',
      bare: releasesBy('start_date, id', `listed_title like '%glacier%'`),
    },
    {
      name: 'a search in the POIs',
      path: `/content/geodata?account=${account}&kind=poi&q=19999`,
      schema: 'geodata',
      bare: `select * from items where account = $1 and kind = 'poi' and (strpos(lower(custom_id), '19999') > 0
               or exists (select from json_each_text(names) named where strpos(lower(named.value), '19999') > 0)) order by id limit 51`,
    },
    {
      name: 'guidebooks by their title, with a search',
      path: `/content/guidebook?account=${account}&q=trip&sort=title`,
      schema: 'geodata',
      bare: `select * from guidebooks where account = $1 and release_key is null and titles::text ilike '%trip%' order by titles::text limit 51`,
    },
  ]
}

/** Lists of a large account through the gateway, compared to a bare query for the same page; and the slowest of them. */
export const portal = async (
  system: Description,
  partner: Partner,
  content: { guidebook: string; library: string },
): Promise<Comparison[]> => {
  await fillAccount(system, partner, content.guidebook, content.library)
  const pool = new Pool(system.baseUrl, { connections: 1 })
  const databases = new Map<string, pg.Client>()
  for (const schema of ['releases', 'geodata']) {
    const options = `-c search_path=${schema}`
    const client = new pg.Client({ connectionString: system.databases[schema], options })
    await client.connect()
    databases.set(schema, client)
  }
  const times: number[] = []
  const comparisons: Comparison[] = []
  for (const { name, path, schema, bare } of listsOf(partner.id)) {
    const request = async () => {
      const headers = { authorization: partner.key }
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
    }
    comparisons.push(
      await compare({
        name: `${name}, of ${sizes.releases.toLocaleString('en')} releases, ${sizes.pois.toLocaleString('en')} POIs, ${sizes.guidebooks.toLocaleString('en')} guidebooks`,
        unit: 'ms',
        limit: {
          what: 'a bare query',
          measure: () => medianOf(() => databases.get(schema)?.query(bare, [partner.id])),
        },
        subject: {
          what: 'through the gateway',
          measure: async () => {
            const milliseconds = await medianOf(request)
            times.push(milliseconds)
            return milliseconds
          },
        },
        // Both read all entries of the account once, where they sort or search; a page by itself takes a few milliseconds.
        ratioOf: (through, query) => (through - pageMs) / Math.max(query, pageMs),
        target: { atMost: 2 },
      }),
    )
  }
  await pool.close()
  for (const client of databases.values()) await client.end()
  const slowest = Math.max(...times)
  comparisons.push({
    name: 'the slowest of these lists',
    limit: { what: 'limit', value: most, unit: 'ms' },
    subject: { what: 'through the gateway', value: slowest, unit: 'ms' },
    ratio: slowest / most,
    target: { atMost: 1 },
  })
  comparisons.push(await portalView(system, partner))
  return comparisons
}

/** What the gateway, the service and the present records of a page take, milliseconds. */
const pageMs = 10

const medianOf = async (work: () => Promise<unknown> | undefined): Promise<number> => {
  const measured: number[] = []
  for (let n = 0; n < requests; n++) measured.push(await timed(work))
  return median(measured)
}
