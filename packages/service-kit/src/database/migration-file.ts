import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface Migration {
  name: string
  up: string
  down: string
  /** SHA-256 of the text: an applied migration never changes. */
  checksum: string
}

const fileName = /^\d{12}_[a-z0-9_-]+\.sql$/

/** Reads the `YYYYMMDDHHMM_purpose.sql` files of a folder, in order. Throws when a file has another name or structure. */
export async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const base = directory.href.endsWith('/') ? directory : new URL(`${directory.href}/`)
  return await Promise.all(
    names.map(async (name) => {
      if (!fileName.test(name)) throw new Error(`migration ${name} is not named YYYYMMDDHHMM_purpose.sql`)
      return parseMigration(name.slice(0, -'.sql'.length), await readFile(new URL(name, base), 'utf8'))
    }),
  )
}

/** The first line gives the reason (`-- …`); the sections `-- up` and `-- down` follow. */
export function parseMigration(name: string, text: string): Migration {
  const [why = '', ...lines] = text.split('\n')
  if (!/^-- \S/.test(why) || /^-- (up|down)\s*$/.test(why))
    throw new Error(`migration ${name} gives no reason in its first line`)
  const upAt = lines.findIndex((line) => /^-- up\s*$/.test(line))
  const downAt = lines.findIndex((line) => /^-- down\s*$/.test(line))
  if (upAt < 0 || downAt < upAt)
    throw new Error(`migration ${name} lacks its sections "-- up" and "-- down", in this order`)
  return {
    name,
    up: lines.slice(upAt + 1, downAt).join('\n'),
    down: lines.slice(downAt + 1).join('\n'),
    checksum: createHash('sha256').update(text).digest('hex'),
  }
}
