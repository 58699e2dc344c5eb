import { days, openDatabase, sweepRows } from '@guidebook/service-kit'
import { sequentialScans, testDatabase } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import { deliveryRules } from '../src/delivery/retention.ts'
import { migrations, schema } from '../src/schema.ts'

it('settled deliveries are deleted after their time with their attempts; pending and younger ones stay', async () => {
  await using server = await testDatabase('webhooks', migrations)
  const { knex, component } = openDatabase({ url: server.url, schema, service: 'test', poolMax: 1 })
  // One delivery a day: every third is pending.
  await knex.raw(`
    insert into deliveries (id, account, webhook_id, kind, body, state, next_attempt_at, created_at, settled_at)
    select gen_random_uuid(), gen_random_uuid(), n::text, 'release.shared', '{}',
      case n % 3 when 0 then 'pending' when 1 then 'delivered' else 'failed' end,
      case n % 3 when 0 then now() end, now() - n * interval '1 day',
      case n % 3 when 0 then null else now() - n * interval '1 day' end
    from generate_series(1, 9000) as n`)
  await knex.raw(
    `insert into attempts (delivery, at, duration_ms, outcome) select id, created_at, 1, 'timeout' from deliveries`,
  )
  await knex.raw('analyze deliveries, attempts')
  const count = async (table: string) => Number((await knex(table).count('* as n').first())?.n)

  const rules = deliveryRules({ DELIVERY_RETENTION: days(8_400) })
  for (const rule of rules) expect(await sequentialScans(knex, rule), rule.table).toEqual([])
  expect(await sweepRows(knex, rules)).toEqual(new Map([['deliveries', 400]]))
  expect(await count('attempts')).toBe(8_600)
  expect(await knex('deliveries').where({ state: 'pending' }).max('webhook_id as id').first()).toEqual({ id: '999' })
  expect(await knex('deliveries').whereRaw(`webhook_id::int > 8400`).distinct('state').pluck('state')).toEqual([
    'pending',
  ])
  expect(await sweepRows(knex, deliveryRules({ DELIVERY_RETENTION: null }))).toEqual(new Map())
  await component.stop?.()
})
