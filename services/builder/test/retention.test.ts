import { days, openDatabase, sweepRows } from '@guidebook/service-kit'
import { eventually, sequentialScans, testDatabase } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import { artifactQueries } from '../src/artifact/queries.ts'
import { migrations, schema } from '../src/schema.ts'
import { sweepArtifacts } from '../src/sweep/artifacts.ts'
import { builderRules } from '../src/sweep/retention.ts'
import { openTestDatabase } from './database.ts'

const rows = 'from generate_series(1, 10000) as n'
const hoursAgo = `now() - n * interval '1 hour'`

it('finished builds, former files and unused copies are deleted after their time without reading whole tables', async () => {
  await using server = await testDatabase('builder', migrations)
  const { knex, component } = openDatabase({ url: server.url, schema, service: 'test', poolMax: 1 })
  // Every tenth build is still queued.
  await knex.raw(`insert into builds (account, release, generation, link, kind, state, settled_at)
    select 'a', n, 1, n::text, 'plain', case n % 10 when 0 then 'queued' else 'done' end,
      case n % 10 when 0 then null else ${hoursAgo} end ${rows}`)
  await knex.raw(`insert into build_objects (account, release, key, dropped_at)
    select 'a', n, n::text, case when n % 10 <> 0 and n <= 100 then ${hoursAgo} end ${rows}`)
  await knex.raw(
    `insert into logos (account, address, asked_at) select 'a', n::text, now() - n * interval '10 minutes' ${rows}`,
  )
  await knex.raw(
    `insert into tiles (source, z, x, y, fetched_at) select 's', 1, n, 1, now() - n * interval '5 minutes' ${rows}`,
  )
  await knex.raw('analyze')

  const rules = builderRules({ BUILD_RETENTION: days(410) })
  for (const rule of rules) expect(await sequentialScans(knex, rule), rule.table).toEqual([])
  const deleted = await sweepRows(knex, rules)
  expect(deleted.get('builds')).toBe(144)
  expect(deleted.get('build_objects')).toBe(69)
  for (;;) if ((await sweepRows(knex, rules)).size === 0) break
  const count = async (table: string) => Number((await knex(table).count('* as n').first())?.n)
  expect(await count('logos')).toBe(60 * 24 * 6 - 1)
  expect(await count('tiles')).toBe(31 * 24 * 12 - 1)
  expect(await knex('builds').where({ state: 'queued' }).count('* as n').first()).toEqual({ n: 1_000 })
  await component.stop?.()
})

it('an artifact that a release shows stays, however long it was not used', async () => {
  await using server = await testDatabase('builder', migrations)
  const { knex, component } = openDatabase({ url: server.url, schema, service: 'test', poolMax: 1 })
  const artifact = (key: string) => ({ account: 'a', ingredients: key, key, bytes: 1, media_type: 'text/plain' })
  await knex('artifacts').insert(
    [artifact('shown'), artifact('former')].map((row) => ({ ...row, used_at: '2020-01-01' })),
  )
  await knex('build_objects').insert([
    { account: 'a', release: 1, key: 'shown', dropped_at: null },
    { account: 'a', release: 2, key: 'former', dropped_at: new Date() },
  ])
  expect(await sweepArtifacts(knex)).toBe(2)
  expect(await knex('artifacts').pluck('key')).toEqual(['shown'])
  // It is not written again each day.
  await knex('artifacts').update({ used_at: knex.raw(`used_at - interval '2 days'`) })
  expect(await sweepArtifacts(knex)).toBe(0)
  await component.stop?.()
})

it('an artifact that is being deleted is not found', async () => {
  await using database = await openTestDatabase()
  const { knex } = database
  const artifact = { account: 'a', ingredients: 'i', key: 'k', bytes: 1, media_type: 'text/plain' }
  await knex('artifacts').insert({ ...artifact, used_at: knex.raw(`now() - interval '25 hours'`) })
  const sweeping = await knex.transaction()
  expect(await sweepArtifacts(sweeping)).toBe(1)
  const finding = artifactQueries(knex).find('a', ['i'])
  await eventually(async () => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return (await knex.raw(waiting)).rows.length > 0
  })
  await sweeping.commit()
  expect(await finding).toEqual(new Map())
})
