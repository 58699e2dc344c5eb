import { days, openDatabase, retentionRule, sweepRows } from '@guidebook/service-kit'
import { sequentialScans, testDatabase } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import { migrations, schema } from '../src/schema.ts'

it('requests are deleted after their time without reading the whole journal, also when it was filled twice', async () => {
  await using server = await testDatabase('gateway', migrations)
  const { knex, component } = openDatabase({ url: server.url, schema, service: 'test', poolMax: 1 })
  const fill = (unit: string) =>
    knex.raw(`insert into requests (request_id, at, method, status, duration_ms)
      select n::text, now() - n * interval '1 ${unit}', 'POST', 200, 1 from generate_series(1, 20000) as n`)
  await fill('hour')
  await knex.raw(`delete from requests where at < now() - interval '14 days'`)
  await knex.raw('vacuum requests')
  await fill('minute')
  await knex.raw('vacuum analyze requests')

  const rule = retentionRule('requests', { time: 'at', keepMs: days(13.5) })
  expect(await sequentialScans(knex, rule)).toEqual([])
  // One each minute, and in the last half day one each hour.
  expect(await sweepRows(knex, [rule])).toEqual(new Map([['requests', 561 + 12]]))
  await component.stop?.()
})
