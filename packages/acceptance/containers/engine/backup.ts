import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { serviceNames } from '@guidebook/contracts'
import type { Composition } from './composition.ts'

const database = 'database.dump'
/** Copies of the objects, in the order in which they are made and restored. */
const objects = { before: 'objects-before.tar', after: 'objects-after.tar' }
const dataVolumes = ['postgres', 'objects', 'rabbitmq']

const idOf = async (system: Composition, service: string): Promise<string> => {
  const [container] = await system.replicas(service)
  if (!container) throw new Error(`${service} does not run`)
  return container.id
}

/** Runs a program of the engine with a file as its input or output. */
async function stream(args: readonly string[], file: { from: string } | { to: string }, env: NodeJS.ProcessEnv) {
  const child = spawn('docker', args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  if ('from' in file) {
    child.stdout.resume()
    await pipeline(createReadStream(file.from), child.stdin)
  } else {
    child.stdin.end()
    await pipeline(child.stdout, createWriteStream(file.to, { mode: 0o600 }))
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`docker ${args.join(' ')}: exit code ${code}`)
}

/**
 * Swift keeps the names and sizes of objects in extended attributes. A file `.ts` marks an object as deleted; without them, both copies
 * together have every object of either.
 */
const tar = ['tar', '--xattrs', '--xattrs-include=user.*', '--exclude=*.ts']

const withObjects = (system: Composition, ...command: string[]) => [
  ...[
    'run',
    '--rm',
    '--interactive',
    '--volume',
    `${system.project}_objects:/objects`,
    '--entrypoint',
    command[0] ?? '',
  ],
  `guidebook/try-s3:${system.env.GUIDEBOOK_TAG}`,
  ...command.slice(1),
]

/** As in docs/operations/backup.md: the objects, then the database from one moment for all schemas, then the objects again. */
export async function backUp(system: Composition, folder: string): Promise<void> {
  await copyObjects(system, join(folder, objects.before))
  const dump = ['--host=127.0.0.1', '--username=postgres', '--format=custom', 'guidebook']
  const password = 'PGPASSWORD=$(cat "$PASSWORD_FILE")'
  const script = `${password} pg_dump ${dump.join(' ')}`
  await stream(['exec', await idOf(system, 'postgres'), 'sh', '-c', script], { to: join(folder, database) }, system.env)
  await copyObjects(system, join(folder, objects.after))
}

/** The store is paused meanwhile, so that its files fit together. */
async function copyObjects(system: Composition, to: string): Promise<void> {
  const store = await idOf(system, 's3')
  await system.docker('pause', store)
  try {
    const args = withObjects(system, ...tar, '-cf', '-', '-C', '/objects', '.')
    await stream(args, { to }, system.env)
  } finally {
    await system.docker('unpause', store)
  }
}

/** Removes all containers, and the data of the database, the object store and the broker. */
export async function destroy(system: Composition): Promise<void> {
  await system.compose('down')
  for (const volume of dataVolumes) await system.docker('volume', 'rm', `${system.project}_${volume}`)
}

/** Restores into empty volumes, moves the messages that the broker has lost back to the outboxes, then starts the system. */
export async function restore(system: Composition, folder: string): Promise<void> {
  const unpack = withObjects(system, ...tar, '-xpf', '-', '-C', '/objects')
  // Compose must create the volume, so that it belongs to the project. Without the jobs before it: Compose 1.29 would wait for them forever.
  await system.compose('up', '--no-start', '--no-deps', 's3')
  for (const copy of Object.values(objects)) await stream(unpack, { from: join(folder, copy) }, system.env)
  await system.compose('up', '--detach', 'database')
  await system.compose('run', '--rm', '-T', 'database')
  const restoreAll = [
    '--host=127.0.0.1',
    '--username=postgres',
    '--dbname=guidebook',
    '--clean',
    '--if-exists',
    '--exit-on-error',
  ]
  const script = `PGPASSWORD=$(cat "$PASSWORD_FILE") pg_restore ${restoreAll.join(' ')}`
  const postgres = await idOf(system, 'postgres')
  await stream(['exec', '--interactive', postgres, 'sh', '-c', script], { from: join(folder, database) }, system.env)
  const oneOff = ['run', '--rm', '-T', '--no-deps']
  for (const service of serviceNames) await system.compose(...oneOff, `migrate-${service}`)
  const settings = ['-e', 'DATABASE_URL_FILE=/run/guidebook/DATABASE_URL']
  for (const service of serviceNames)
    await system.compose(...oneOff, ...settings, service, 'node', 'migrate.js', 'replay')
  await system.compose('up', '--detach')
}
