import { randomUUID } from 'node:crypto'
import { days, openDatabase, sweepRows } from '@guidebook/service-kit'
import { sequentialScans, testDatabase } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import { releaseRules } from '../src/retention.ts'
import { migrations, schema } from '../src/schema.ts'

const account = randomUUID()

/** A thousand releases; every tenth lasts until tomorrow, the others ended as many days ago as their number says. */
const releases = `
  insert into releases (account, id, key, link, kind, customized, download_code, title, source_version, start_date, end_date, lang, devices,
    positioning, app_enabled, pdf_enabled, gpx_enabled, app_available, pdf_available, gpx_available, disabled, locked,
    accommodation, texts, assets, revision, generation, build_requested_at, created_at)
  select ?, n, gen_random_uuid(), n::text, 'plain', false, n, '', 1, '2020-01-01',
    case n % 10 when 0 then current_date + 1 else current_date - cast(n % 1001 as integer) end, 'en', 1,
    true, true, true, true, true, true, true, false, false, '[]', '[]', '[]', 1, 1, now(), now()
  from generate_series(1, cast(? as integer)) as n`

it('log entries and documents are deleted when they and the end of their release are old; outcomes and counts when they are old', async () => {
  await using server = await testDatabase('releases', migrations)
  const { knex, component } = openDatabase({ url: server.url, schema, service: 'test', poolMax: 1 })
  await knex.raw(releases, [account, 1_000])
  // Twenty entries of each release, at its end or as if it had ended.
  await knex.raw(
    `insert into audit_entries (account, release_id, at, actor, action, severity, message)
     select ?, n, now() - n * interval '1 day' - interval '12 hours', 'a', 'a', 'info', ''
     from generate_series(1, 1000) as n, generate_series(1, 20)`,
    [account],
  )
  await knex.raw(
    `insert into documents (account, release_id, id, title, object_key, bytes, encrypted, created_at)
     select ?, n, gen_random_uuid(), 'Ticket', 'key' || n, 1, false, '2020-01-01' from generate_series(1, 1000) as n, generate_series(1, 3)`,
    [account],
  )
  await knex.raw(
    `insert into settled_commands (account, command_id, settled_at, outcome)
     select ?, n::text, now() - n * interval '4 hours', '{}' from generate_series(1, 5000) as n`,
    [account],
  )
  await knex.raw(
    `insert into guidebook_usage (account, guidebook, day, page_views, roadbook_downloads, gpx_downloads, app_downloads, devices)
     select ?, g::text, current_date - n, 1, 1, 1, 1, 1 from generate_series(1, 1000) as n, generate_series(1, 5) as g`,
    [account],
  )
  await knex.raw(
    `insert into previews (account, guidebook, lang, id, title, generation, build_requested_at, sequence, state, percent, warnings)
     select ?, n::text, 'de', n, '', 1, now() - n * interval '20 seconds', 0, 'completed', 100, '[]' from generate_series(1, 5000) as n`,
    [account],
  )
  // One row for each release: there are many in a table that is worth an index.
  const other = randomUUID()
  await knex.raw(releases, [other, 4_000])
  await knex.raw(
    `insert into release_usage (account, release_id, first_day, last_day, page_views, roadbook_downloads, gpx_downloads, app_downloads, devices)
     select account, id, current_date - cast(id % 1000 as integer), current_date - cast(id % 1000 as integer), 1, 1, 1, 1, 1 from releases`,
  )
  await knex.raw('analyze')

  const rules = releaseRules({
    AUDIT_RETENTION: days(980),
    COMMAND_RETENTION: days(820),
    DOCUMENT_RETENTION: days(985),
    USAGE_RETENTION: days(990),
  })
  for (const rule of rules) expect(await sequentialScans(knex, rule), rule.table).toEqual([])
  const deleted = await sweepRows(knex, rules)
  expect([...deleted.keys()]).toEqual([
    'audit_entries',
    'documents',
    'settled_commands',
    'guidebook_usage',
    'previews',
    'release_usage',
  ])
  const old = await knex('audit_entries').where('release_id', '>', 981).distinct('release_id').orderBy('release_id')
  expect(old.map(({ release_id }) => release_id)).toEqual([990, 1_000])
  expect(await knex('audit_entries').where('release_id', 979).count('* as n').first()).toEqual({ n: 20 })
  expect(deleted.get('documents')).toBe(3 * 14)
  expect(await knex('releases').count('* as n').first()).toEqual({ n: 5_000 })

  const forEver = releaseRules({
    AUDIT_RETENTION: null,
    COMMAND_RETENTION: null,
    DOCUMENT_RETENTION: null,
    USAGE_RETENTION: null,
  })
  // Previews are removed after a day in any case.
  await knex('previews').delete()
  expect(await sweepRows(knex, forEver)).toEqual(new Map())
  await component.stop?.()
})

it('entries that stay until the end of their release hide no expired ones, and no batch looks at more than a thousand', async () => {
  await using server = await testDatabase('releases', migrations)
  const { knex, component } = openDatabase({ url: server.url, schema, service: 'test', poolMax: 1 })
  // Release 10 has not ended.
  await knex.raw(releases, [account, 10])
  const addEntries = (release: number, count: number, oldestDays: number) =>
    knex.raw(
      `insert into audit_entries (account, release_id, at, actor, action, severity, message)
       select ?, ?, now() - ? * interval '1 day' + n * interval '1 second', 'a', 'a', 'info', ''
       from generate_series(1, cast(? as integer)) as n`,
      [account, release, oldestDays, count],
    )
  await addEntries(10, 2_500, 100)
  await addEntries(9, 3, 50)
  const rules = releaseRules({
    AUDIT_RETENTION: days(5),
    COMMAND_RETENTION: null,
    DOCUMENT_RETENTION: null,
    USAGE_RETENTION: null,
  })
  const pass = async () => {
    const passes = new Map<string, string>()
    const batches: number[] = []
    do batches.push((await sweepRows(knex, rules, { passes })).get('audit_entries') ?? 0)
    while (passes.size > 0)
    return batches
  }
  // Pieces of 1,000, 1,000 and 503 rows, then none.
  expect(await pass()).toEqual([0, 0, 3, 0])
  await knex('releases').where({ id: 10 }).update({ end_date: '2020-01-02' })
  expect(await pass()).toEqual([1_000, 1_000, 500, 0])
  await component.stop?.()
})
