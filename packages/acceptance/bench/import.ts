import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Description } from '../src/running-system.ts'
import { plainRelease } from '../src/trip.ts'
import { openBareImport } from './bare-import.ts'
import { type ImportAccount, openImportAccount, type RunProgress } from './import-account.ts'
import { peakMebibytes } from './memory.ts'
import { databaseOf, whileBuilderIsPaused } from './release-create.ts'
import { type Comparison, compare } from './rounds.ts'

const longFile = 100_000
const longestFile = 1_000_000
/** Rows that become releases in one round. */
const releases = 1_500
const concurrency = 16
const allowedMebibytes = 200

/** CSV by mail: how fast the importer records a file and creates its releases, and with how much memory. The builder is paused. */
export const imports = (system: Description): Promise<Comparison[]> =>
  whileBuilderIsPaused(system, async () => {
    await using account = await openImportAccount(system)
    return [
      ...(await recordRows(system, account)),
      await createReleases(system, account),
      await firstRelease(account),
      await memoryWhileReading(system, account, longFile),
      await memoryWhileReading(system, account, longestFile),
    ]
  })

/** The importer alone: the releases service is stopped, so only the first commands are sent. */
const recordRows = async (system: Description, account: ImportAccount): Promise<Comparison[]> => {
  const name = `parse, check and record a file of ${longFile} rows with their commands`
  const database = databaseOf(system, 'importer')
  if (database === null) {
    console.log(`${name}\n  not measured: the PostgreSQL server is external`)
    return []
  }
  await using bare = await openBareImport(database, account.partner.id)
  const measure = async () => {
    const progress = await account.mail(account.createList(longFile))
    const { began } = await until(progress, ({ readCompletely }) => readCompletely)
    const seconds = (performance.timeOrigin + performance.now() - began) / 1_000
    await account.clear()
    return longFile / seconds
  }
  const limit = {
    what: 'csv-parse, validation, unnest inserts',
    measure: () => bare.rate(account.createList(longFile)),
  }
  const subject = { what: 'the importer', measure }
  return await whilePaused(system, 'releases', async () => [
    await compare({ name, unit: 'rows/s', limit, subject, target: { atLeast: 0.5 } }),
  ])
}

const createReleases = async (system: Description, account: ImportAccount): Promise<Comparison> => {
  const pool = new Pool(system.baseUrl, { connections: concurrency })
  let code = 2_500_000_000
  const { partner, guidebook } = account
  const post = async () => {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/content/release',
      headers: { authorization: partner.key, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(plainRelease(partner.id, guidebook, ++code)),
    })
    const answer = await body.text()
    if (statusCode !== 201) throw new Error(`release: ${statusCode} ${answer}`)
  }
  const postAll = async () => {
    let left = releases
    const one = async () => {
      while (left-- > 0) await post()
    }
    const began = performance.now()
    await Promise.all(Array.from({ length: concurrency }, one))
    return releases / ((performance.now() - began) / 1_000)
  }
  const importAll = async () => {
    const progress = await account.mail(account.createList(releases))
    const { began, finished, created } = await until(progress, (run) => run.finished !== null)
    if (created !== releases) throw new Error(`${created} of ${releases} rows became releases`)
    return releases / (((finished ?? Number.NaN) - began) / 1_000)
  }
  try {
    return await compare({
      name: `releases from the rows of a file, ${releases} rows`,
      unit: 'releases/s',
      limit: { what: `POST through the gateway, ${concurrency} in flight`, measure: postAll },
      subject: { what: 'from commands', measure: importAll },
      target: { atLeast: 0.6 },
    })
  } finally {
    await pool.close()
  }
}

/** How early in the reading of the file the first release exists. */
const firstRelease = async (account: ImportAccount): Promise<Comparison> => {
  const progress = await account.mail(account.createList(longFile))
  const first = await until(progress, ({ created }) => created > 0)
  const since = (began: number) => performance.timeOrigin + performance.now() - began
  const firstMs = since(first.began)
  const last = await until(progress, ({ readCompletely }) => readCompletely)
  const lastMs = since(last.began)
  await account.clear()
  return {
    name: `first release of a file of ${longFile} rows, of which ${first.recordedRow} were recorded by then`,
    limit: { what: 'the last row is recorded after', value: lastMs, unit: 'ms' },
    subject: { what: 'the first release exists after', value: firstMs, unit: 'ms' },
    ratio: firstMs / lastMs,
    target: { atMost: 0.5 },
  }
}

/** Peak memory of the importer, from the mail to the record of its last row. */
const memoryWhileReading = async (system: Description, account: ImportAccount, rows: number): Promise<Comparison> => {
  const importer = system.processes.find(({ name }) => name === 'importer')
  if (importer === undefined) throw new Error('the importer does not run')
  const peak = await whilePaused(system, 'releases', async () => {
    // Resets the peak (proc(5)).
    writeFileSync(`/proc/${importer.pid}/clear_refs`, '5')
    const progress = await account.mail(account.createList(rows))
    await until(progress, ({ readCompletely }) => readCompletely)
    const most = peakMebibytes(importer.pid)
    await account.clear()
    return most
  })
  return {
    name: `memory of the importer while it reads ${rows} rows`,
    limit: { what: 'allowed', value: allowedMebibytes, unit: 'MiB' },
    subject: { what: 'peak', value: peak, unit: 'MiB' },
    ratio: peak / allowedMebibytes,
    target: { atMost: 1 },
  }
}

const until = async (
  progress: () => Promise<RunProgress>,
  reached: (run: RunProgress) => boolean,
): Promise<RunProgress> => {
  for (;;) {
    const run = await progress()
    if (reached(run)) return run
    await delay(5)
  }
}

const whilePaused = async <T>({ processes }: Description, name: string, work: () => Promise<T>): Promise<T> => {
  const stopped = processes.find((process) => process.name === name)
  if (stopped === undefined) throw new Error(`${name} does not run`)
  process.kill(stopped.pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    process.kill(stopped.pid, 'SIGCONT')
  }
}
