import pg from 'pg'
import { Pool } from 'undici'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { residentMebibytes } from './memory.ts'
import { type Comparison, summarise, timed } from './rounds.ts'

const count = 10_000
const concurrency = 16
/** Limit and subject alternate after each slice, so that changes in the machine's speed affect both. */
const slice = 2_000

const poi = (index: number) => ({
  customId: `HOTEL-${index}`,
  names: { en: `Hotel ${index}`, de: `Gasthof ${index}`, fr: `Auberge ${index}` },
  descriptions: { en: `<p>${'Quiet rooms above the village, a garden, and breakfast from seven. '.repeat(6)}</p>` },
  lat: Number((46 + (index % 100) * 0.01 + 0.00123).toFixed(5)),
  lng: Number((8 + Math.floor(index / 100) * 0.01 + 0.00321).toFixed(5)),
  icon: 'hotel',
  category: { names: { en: 'Hotels' } },
  attributes: { phone: `+41 81 ${index}`, web: `https://hotel-${index}.example/` },
  tags: [{ names: { en: 'overnight' } }],
})
type Poi = ReturnType<typeof poi>

/** POIs per second. */
const rate = async (pois: readonly Poi[], one: (poi: Poi) => Promise<void>): Promise<number> => {
  let next = 0
  const worker = async () => {
    for (let at = next++; at < pois.length; at = next++) await one(pois[at] as Poi)
  }
  const ms = await timed(() => Promise.all(Array.from({ length: concurrency }, worker)))
  return (pois.length / ms) * 1000
}

/** A partner's nightly job through the gateway: updates each POI, and creates it on 404. */
const synchronisation = (origin: string, { id: account, key }: Partner, library: string) => {
  const pool = new Pool(origin, { connections: concurrency })
  const send = async (method: 'PUT' | 'POST', body: string) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const answer = await pool.request({ method, path: '/content/geodata/poi', headers, body })
    return { status: answer.statusCode, body: (await answer.body.json()) as { version?: number } }
  }
  const synchronise = async (one: Poi, expected: 'missing' | 'existing') => {
    const body = JSON.stringify({ account, library: { customId: library }, ...one })
    const updated = await send('PUT', body)
    if (updated.status !== (expected === 'existing' ? 200 : 404)) throw new Error(`PUT: ${updated.status}`)
    if (expected === 'existing' && updated.body.version !== 1) throw new Error('an unchanged POI got a new version')
    if (expected === 'missing') {
      const { status } = await send('POST', body)
      if (status !== 201) throw new Error(`POST: ${status}`)
    }
  }
  return { synchronise, close: () => pool.close() }
}

/** The baseline: one prepared upsert per POI in the same table. */
const bareUpsert = async (databaseUrl: string, account: string, library: string) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: concurrency, options: '-c search_path=geodata' })
  const { rows } = await pool.query('SELECT id FROM libraries WHERE account = $1 AND custom_id = $2', [
    account,
    library,
  ])
  const text = `INSERT INTO items AS i (account, library_id, id, kind, custom_id, names, descriptions, lat, lng, icon, category,
      attributes, tags) VALUES ($1, $2, gen_random_uuid(), 'poi', $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (account, library_id, custom_id) WHERE library_id IS NOT NULL DO UPDATE SET names = excluded.names,
      descriptions = excluded.descriptions, lat = excluded.lat, lng = excluded.lng, icon = excluded.icon,
      attributes = excluded.attributes, version = i.version + 1
    WHERE (i.names::jsonb, i.descriptions::jsonb, i.lat, i.lng, i.icon, i.attributes::jsonb)
      IS DISTINCT FROM (excluded.names::jsonb, excluded.descriptions::jsonb, excluded.lat, excluded.lng, excluded.icon,
        excluded.attributes::jsonb)`
  const upsert = async ({ customId, names, descriptions, lat, lng, icon, category, attributes, tags }: Poi) => {
    const json = [names, descriptions].map((value) => JSON.stringify(value))
    const rest = [category, attributes, tags].map((value) => JSON.stringify(value))
    await pool.query({
      name: 'upsert',
      text,
      values: [account, rows[0].id, customId, ...json, lat, lng, icon, ...rest],
    })
  }
  return { upsert, close: () => pool.end() }
}

/** Synchronises 10,000 POIs by "update first, create on 404", then again unchanged. */
export const poiSync = async (system: Description, partner: Partner): Promise<Comparison[]> => {
  for (const customId of ['SYNC', 'BARE']) {
    const names = { en: customId }
    const { status } = await partner.client.send('POST', '/content/library', { account: partner.id, customId, names })
    if (status !== 201) throw new Error(`library: ${status}`)
  }
  const { synchronise, close: closeGateway } = synchronisation(system.baseUrl, partner, 'SYNC')
  const { upsert, close: closeBare } = await bareUpsert(system.databases.geodata ?? '', partner.id, 'BARE')
  const pois = Array.from({ length: count }, (_, index) => poi(index))
  let before: number | undefined
  const night = async (name: string, expected: 'missing' | 'existing', atLeast: number): Promise<Comparison> => {
    const pairs: { limit: number; subject: number }[] = []
    for (let at = 0; at < count; at += slice) {
      const some = pois.slice(at, at + slice)
      const limit = await rate(some, upsert)
      pairs.push({ limit, subject: await rate(some, (one) => synchronise(one, expected)) })
      // Memory counts from the end of the first slice, when code is compiled and statements are prepared.
      before ??= residentMebibytes(system, 'geodata')
    }
    const what = { limit: 'bare prepared upsert, 16 connections', subject: 'through the gateway, 16 connections' }
    return summarise({ name, unit: 'POIs/s', ...what, pairs, target: { atLeast } })
  }
  try {
    const first = await night('first night of 10,000 POIs: PUT, 404, POST', 'missing', 0.08)
    const next = await night('next night: PUT of 10,000 unchanged POIs', 'existing', 0.12)
    const [early, late] = [before ?? Number.NaN, residentMebibytes(system, 'geodata')]
    const memory: Comparison = {
      name: 'resident memory of geodata over both nights',
      limit: { what: 'after the first 2,000', value: early, unit: 'MiB' },
      subject: { what: 'at the end', value: late, unit: 'MiB' },
      ratio: late / early,
      target: { atMost: 1.3 },
    }
    return [first, next, memory]
  } finally {
    await closeGateway()
    await closeBare()
  }
}
