import { mkdtempSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { replaySent } from '@guidebook/service-kit/migrations'
import { takeBaseBackup } from '../../src/base-backup.ts'
import { copyFolder } from '../../src/copy-folder.ts'
import type { RunningSystem } from '../../src/running-system.ts'

/** Keys, passwords and the addresses that partners know. */
const configuration = ['secrets.json', 'ports.json', 'keys', 'tls']

export interface Backup extends AsyncDisposable {
  /** When it began and when it was complete, milliseconds since 1970. */
  began: number
  ended: number
  /** Destroys the database, the broker's data and the object store, and puts the backup in their place. */
  restoreInto(system: RunningSystem): Promise<void>
}

/** Backs up a running system as `docs/operations/backup.md` says: objects, database, objects again; configuration. */
export async function backUp(system: RunningSystem): Promise<Backup> {
  const began = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-backup-'))
  const at = (name: string) => join(folder, name)
  const { databaseUrl, objectStoreUrl } = system.describe()
  const objects = fileURLToPath(objectStoreUrl)
  await copyFolder(objects, at('objects'))
  const database = await takeBaseBackup(databaseUrl ?? '', at('database'))
  await copyFolder(objects, at('objects'))
  await copyFolder(system.data, at('configuration'), (path) => !configuration.includes(path.split('/')[0] ?? ''))
  const broker = join(dirname(dirname(database)), 'rabbitmq')
  return {
    began,
    ended: Date.now(),
    async restoreInto({ data }) {
      for (const lost of [dirname(database), broker, objects]) await rm(lost, { recursive: true })
      for (const name of configuration) await rm(join(data, name), { recursive: true, force: true })
      await copyFolder(at('configuration'), data)
      await copyFolder(at('objects'), objects)
      await mkdir(dirname(database), { recursive: true })
      await copyFolder(at('database'), database)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** Sends the messages of the last day again. Returns how many. */
export async function replayAll(system: RunningSystem): Promise<number> {
  const databases = Object.entries(system.describe().databases)
  const counts = await Promise.all(databases.map(([service, url]) => replaySent(url, service)))
  return counts.reduce((sum, count) => sum + count, 0)
}
