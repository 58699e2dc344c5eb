import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { copyFolder } from './copy-folder.ts'

/** What a base backup leaves out: PostgreSQL creates it again at its start. The WAL is copied at the end. */
const leftOut =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+)$|pgsql_tmp/

/**
 * Copies a running PostgreSQL by its low-level interface ("Making a Base Backup Using the Low Level API" in its manual), for servers that come without
 * `pg_basebackup`. `url` is a superuser's. Returns the server's data folder. The copy is consistent as of the end of this function: a server that is
 * started on it replays the WAL up to then.
 */
export async function takeBaseBackup(url: string, to: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const one = async (sql: string) => (await client.query<Record<string, string>>(sql)).rows[0] ?? {}
  try {
    const { data_directory: data = '' } = await one('SHOW data_directory')
    // No WAL of the backup may be recycled before it is copied.
    await client.query(`ALTER SYSTEM SET wal_keep_size = '4GB'`)
    await client.query('SELECT pg_reload_conf()')
    const { first = '' } = await one(`SELECT pg_walfile_name(pg_backup_start('backup drill', fast => true)) AS first`)
    await copyFolder(data, to, (path) => leftOut.test(path))
    const {
      last = '',
      labelfile = '',
      spcmapfile = '',
    } = await one(
      `SELECT pg_walfile_name(lsn) AS last, labelfile, spcmapfile FROM pg_backup_stop(wait_for_archive => false)`,
    )
    await copyFolder(join(data, 'pg_wal'), join(to, 'pg_wal'), (name) => !(name >= first && name <= last))
    await mkdir(join(to, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
    const { uid, gid } = await stat(data)
    // Byte by byte as the server returned it.
    const writeForServer = async (name: string, text: string) => {
      await writeFile(join(to, name), text)
      await chown(join(to, name), uid, gid)
    }
    await writeForServer('backup_label', labelfile)
    if (spcmapfile !== '') await writeForServer('tablespace_map', spcmapfile)
    if ((await readdir(join(to, 'pg_wal'))).length < 2) throw new Error('the backup has no WAL')
    await client.query('ALTER SYSTEM RESET wal_keep_size')
    return data
  } finally {
    await client.end()
  }
}
