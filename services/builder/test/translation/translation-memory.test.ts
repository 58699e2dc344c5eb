import { randomUUID } from 'node:crypto'
import { openDatabase } from '@guidebook/service-kit'
import { eventually, testDatabase } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import { migrations, schema } from '../../src/schema.ts'
import { type HashedText, translationQueries } from '../../src/translation/translation-queries.ts'

const pair = { account: 'a', source: 'de', target: 'fr' }
const texts = Array.from({ length: 50 }, (_, index): HashedText => {
  const text = String(index).padStart(2, '0')
  return { format: 'plain', hash: text, characters: 2, text }
})

it.each(['saved', 'released'])(
  'texts that are %s are locked in the order of their keys, so that builds cannot deadlock',
  async (how) => {
    await using server = await testDatabase('builder', migrations)
    const { knex, component } = openDatabase({ url: server.url, schema, service: 'test', poolMax: 3 })
    const memory = translationQueries(knex)
    const claim = randomUUID()
    const reversed = texts.toReversed()
    await memory.claim(pair, reversed, { claim, leaseMs: 60_000, build: { release: 1, generation: 1 } })
    const other = await knex.transaction()
    await other('translations').where({ hash: '00' }).forUpdate().select('hash')
    const done =
      how === 'saved'
        ? memory.save(
            pair,
            reversed,
            reversed.map(({ text }) => text),
          )
        : memory.release(claim, pair)
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await eventually(async () => (await knex.raw(waiting)).rows.length === 1)
    // It waits for the first one and holds no other.
    expect(await other('translations').forUpdate().skipLocked().select('hash')).toHaveLength(50)
    await other.commit()
    await done
    expect((await memory.find(pair, texts)).size).toBe(how === 'saved' ? 50 : 0)
    expect(await knex('translations').where({ claim })).toEqual([])
    await component.stop?.()
  },
)
