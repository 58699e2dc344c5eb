import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { uuidv7 } from '@guidebook/service-kit'
import { testSurroundings } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import { storeConfiguration } from '../src/configuration/queries.ts'
import type { Context } from '../src/context.ts'
import { storeFetched } from '../src/pipeline/fetch/fetch-queries.ts'
import { beginRuns } from '../src/pipeline/handle/begin-runs.ts'
import { firstRun } from '../src/pipeline/read/account-turns.ts'
import { readRun } from '../src/pipeline/read/read-run.ts'
import { migrations } from '../src/schema.ts'
import { configurationOf } from './importer-surroundings.ts'
import { bookings, listOf } from './list.ts'

it('every turn records a batch, however short the turn is', async () => {
  await using surroundings = await testSurroundings('importer', migrations)
  const { database } = surroundings
  const [account, mail] = [randomUUID(), uuidv7()]
  const stored = {
    id: mail,
    mailbox: 'a',
    uid_validity: 1,
    uid: 1,
    raw_key: 'importer/mails/a',
    raw_sha256: 'a',
    bytes: 1,
  }
  await storeFetched(database.knex, { ...stored, received_at: new Date(), turn_account: account })
  const file = { attachment: 0, file_name: 'list.csv', file_key: 'importer/files/a', file_sha256: 'a', refusal: null }
  await database.transaction(async (trx) => {
    await storeConfiguration(trx, account, configurationOf(account), new Date())
    await beginRuns(trx, { mail, account, test: false }, [file], new Date())
  })
  const content = Buffer.from(listOf(...bookings(1_200)))
  const context = {
    database,
    objects: { get: async () => ({ stream: Readable.from([content]) }) },
    wake: new EventEmitter(),
  } as unknown as Context
  const recorded: (number | 'all')[] = []
  for (let run = await firstRun(database.knex, account); run !== undefined && recorded.length < 10; ) {
    await readRun(context, run, account, async () => true)
    run = await firstRun(database.knex, account)
    recorded.push(run?.recorded_row ?? 'all')
  }
  expect(recorded).toEqual([500, 1_000, 1_200, 'all'])
})
