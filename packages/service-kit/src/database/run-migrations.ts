import { databaseSettings } from '../config/database-settings.ts'
import { ConfigError, readSettings } from '../config/read-settings.ts'
import { migrate } from './migrate.ts'
import { replaySent } from './replay-sent.ts'

export { replaySent } from './replay-sent.ts'

/**
 * Implements a service's `migrate.ts`: migrates the schema at `DATABASE_URL`, prints the applied migrations and sets the exit code. With the
 * argument `replay` it sends the stored sent messages again; see `replaySent`.
 */
export async function runMigrations({ schema, directory }: { schema: string; directory: URL }): Promise<void> {
  const command = process.argv[2]
  const replays = command === 'replay'
  try {
    if (command !== undefined && !replays) throw new Error(`Unknown argument ${command}. Use "replay" or none.`)
    const { DATABASE_URL: url } = readSettings(databaseSettings, process.env)
    if (replays) {
      process.stdout.write(`${schema}: ${await replaySent(url, schema)} messages will be sent again\n`)
      return
    }
    const applied = await migrate({ url, schema, directory })
    for (const name of applied) process.stdout.write(`${schema}: ${name}\n`)
    process.stdout.write(`${schema}: up to date, ${applied.length} applied\n`)
  } catch (error) {
    const lines = error instanceof ConfigError ? error.faults : [(error as Error).message]
    process.stderr.write(
      `${schema}: not ${replays ? 'replayed' : 'migrated'}\n${lines.map((line) => `  ${line}\n`).join('')}`,
    )
    process.exitCode = 1
  }
}
