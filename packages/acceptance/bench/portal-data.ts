import pg from 'pg'
import { eventually } from '../src/eventually.ts'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { plainRelease } from '../src/trip.ts'

export const sizes = { releases: 100_000, pois: 20_000, guidebooks: 1_000 }

/** Copies a release. A tenth is closed or locked; the days are spread over two years. Codes begin with 4. */
const copyReleases = `
  with template as (select * from releases where account = $1 and link = $2),
  copies as (
    insert into releases (account, id, key, link, kind, customized, download_code, title, source_guidebook, source_version, guidebook, start_date,
        end_date, arrival_date, departure_date, lang, devices, positioning, app_enabled, pdf_enabled, gpx_enabled, app_available, pdf_available,
        gpx_available, disabled, locked, accommodation, texts, assets, email, revision, generation, build_requested_at, created_at, source_custom_id)
      select account, 1000000000 + n, gen_random_uuid(), 'bench' || left(md5(n::text), 15), kind, customized, 400000000 + n,
        'Tour ' || (n * 7919 % 9973) || ' from hut to hut', source_guidebook, source_version, guidebook, current_date + (n * 31 % 700 - 350),
        current_date + (n * 31 % 700 - 336), current_date + (n * 31 % 700 - 348), current_date + (n * 31 % 700 - 340), lang, devices, positioning,
        app_enabled, pdf_enabled, gpx_enabled, app_available, pdf_available, gpx_available, n % 20 = 0, n % 20 = 1, accommodation, texts, assets,
        email, revision, generation, build_requested_at, created_at, source_custom_id
      from template cross join generate_series(1, $3::integer) n
    returning account, id, download_code)
  insert into download_codes (account, code, role, operator, release_id) select account, download_code, 'operator', account, id from copies`

const copyPois = `
  insert into items (account, id, kind, library_id, custom_id, names, descriptions, icon, lat, lng, attributes, tags)
    select account, gen_random_uuid(), kind, library_id, 'HUT-' || n, json_build_object('en', 'Hut ' || n, 'de', 'Hütte ' || n), descriptions, icon,
      lat, lng, attributes, tags
    from items cross join generate_series(1, $2::integer) n where account = $1 and custom_id = 'HUT'`

const copyGuidebooks = `
  insert into guidebooks (account, id, custom_id, titles, descriptions)
    select account, gen_random_uuid(), 'COPY-' || n, json_build_object('en', 'Round trip ' || n), descriptions
    from guidebooks cross join generate_series(1, $3::integer) n where account = $1 and custom_id = $2`

const query = async (url: string, schema: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Fills the account: releases, POIs and guidebooks. Without a vacuum by hand: the service must be fast with what PostgreSQL does by itself. */
export async function fillAccount({ databases }: Description, partner: Partner, guidebook: string, library: string) {
  const { id: account, client } = partner
  const poi = { account, library: { customId: library }, customId: 'HUT', names: { en: 'Hut' }, icon: 'hut' }
  await client.send('POST', '/content/geodata/poi', { ...poi, lat: 46.6, lng: 8.03 })
  const release = plainRelease(account, guidebook, 399_999_999)
  const { body } = await client.send<{ link: string }>('POST', '/content/release', release)
  await eventually('the release is built', 90_000, async () => {
    const path = `/content/release/${account}/${body.link}`
    return (await client.send<{ pdfAvailable: boolean }>('GET', path)).body.pdfAvailable
  })
  const { releases = '', geodata = '' } = databases
  await query(releases, 'releases', copyReleases, [account, body.link, sizes.releases])
  await query(geodata, 'geodata', copyPois, [account, sizes.pois])
  await query(geodata, 'geodata', copyGuidebooks, [account, guidebook, sizes.guidebooks])
  await eventually('PostgreSQL vacuums the releases', 180_000, async () => {
    const text = 'select from pg_stat_user_tables where relid = $1::regclass and last_autovacuum is not null'
    return (await query(releases, 'releases', text, ['releases'])).length === 1
  })
}
