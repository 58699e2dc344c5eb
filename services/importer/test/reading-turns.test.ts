import { Readable } from 'node:stream'
import { uuidv7 } from '@guidebook/service-kit'
import { expect, it } from 'vitest'
import { storeConfiguration } from '../src/configuration/queries.ts'
import type { Context } from '../src/context.ts'
import { createFetchQueries } from '../src/pipeline/fetch/fetch-queries.ts'
import { beginRuns } from '../src/pipeline/handle/begin-runs.ts'
import { createTurnQueries } from '../src/pipeline/read/account-turns.ts'
import { readRun } from '../src/pipeline/read/read-run.ts'
import { createWakeSignal } from '../src/wake-signal.ts'
import { configurationOf, importerSurroundings } from './importer-surroundings.ts'
import { bookings, listOf } from './list.ts'

it('every turn records a batch, however short the turn is', async () => {
  await using surroundings = await importerSurroundings()
  const { account, database } = surroundings
  const mail = uuidv7()
  const stored = {
    id: mail,
    mailbox: 'a',
    uidValidity: 1,
    uid: 1,
    rawKey: 'importer/mails/a',
    rawSha256: 'a',
    bytes: 1,
  }
  await createFetchQueries(database.knex).store({ ...stored, receivedAt: new Date(), turnAccount: account })
  const file = { attachment: 0, name: 'list.csv', key: 'importer/files/a', sha256: 'a', refusal: null }
  await database.transaction(async (trx) => {
    await storeConfiguration(trx, account, configurationOf(account), new Date())
    await beginRuns(trx, { mail, account, test: false }, [file], new Date())
  })
  const content = Buffer.from(listOf(...bookings(1_200)))
  const context = {
    database,
    objects: { get: async () => ({ stream: Readable.from([content]) }) },
    wake: createWakeSignal(),
  } as unknown as Context
  const firstRun = () => createTurnQueries(database.knex).firstRun(account)
  const recorded: (number | 'all')[] = []
  for (let run = await firstRun(); run !== undefined && recorded.length < 10; ) {
    await readRun(context, run, account, async () => true)
    run = await firstRun()
    recorded.push(run?.recorded_row ?? 'all')
  }
  expect(recorded).toEqual([500, 1_000, 1_200, 'all'])
})
