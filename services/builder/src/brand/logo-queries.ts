import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { StoredLogo } from './stored-logo.ts'

export interface KnownLogo {
  /** The last good copy. */
  logo: StoredLogo | null
  fault: string | null
  /** Fetched within the last day, or failed within the last ten minutes. */
  isFresh: boolean
}

/** SQL of logos, by account and address. */
export const logoQueries = (db: Knex) => ({
  async find(account: string, address: string): Promise<KnownLogo | null> {
    const [row] = await prepared<StoredLogo & Omit<KnownLogo, 'logo'>>(
      db,
      'builder/find-logo',
      `SELECT key, bytes, name, width, height, color, fault,
         asked_at > now() - CASE WHEN fault IS NULL THEN interval '1 day' ELSE interval '10 minutes' END AS "isFresh"
       FROM logos WHERE account = ? AND address = ?`,
      [account, address],
    )
    if (!row) return null
    const { fault, isFresh, ...logo } = row
    return { logo: logo.key === null ? null : logo, fault, isFresh }
  },

  async save(account: string, address: string, { key, bytes, name, width, height, color }: StoredLogo): Promise<void> {
    await prepared(
      db,
      'builder/keep-logo',
      `INSERT INTO logos (account, address, key, bytes, name, width, height, color, asked_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, now())
       ON CONFLICT (account, address) DO UPDATE SET key = excluded.key, bytes = excluded.bytes, name = excluded.name,
         width = excluded.width, height = excluded.height, color = excluded.color, asked_at = now(), fault = NULL`,
      [account, address, key, bytes, name, width, height, color],
    )
  },

  /** Records a failed fetch; an earlier copy stays. */
  async fail(account: string, address: string, fault: string): Promise<void> {
    await prepared(
      db,
      'builder/fail-logo',
      `INSERT INTO logos (account, address, asked_at, fault) VALUES (?, ?, now(), ?)
       ON CONFLICT (account, address) DO UPDATE SET asked_at = now(), fault = excluded.fault`,
      [account, address, fault],
    )
  },
})
