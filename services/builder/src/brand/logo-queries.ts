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
      `select key, bytes, name, width, height, color, fault,
         asked_at > now() - case when fault is null then interval '1 day' else interval '10 minutes' end as "isFresh"
       from logos where account = :account and address = :address`,
      { account, address },
    )
    if (!row) return null
    const { fault, isFresh, ...logo } = row
    return { logo: logo.key === null ? null : logo, fault, isFresh }
  },

  async save(account: string, address: string, logo: StoredLogo): Promise<void> {
    await prepared(
      db,
      'builder/keep-logo',
      `insert into logos (account, address, key, bytes, name, width, height, color, asked_at)
       values (:account, :address, :key, :bytes, :name, :width, :height, :color, now())
       on conflict (account, address) do update set key = excluded.key, bytes = excluded.bytes, name = excluded.name,
         width = excluded.width, height = excluded.height, color = excluded.color, asked_at = now(), fault = null`,
      { account, address, ...logo },
    )
  },

  /** Records a failed fetch; an earlier copy stays. */
  async fail(account: string, address: string, fault: string): Promise<void> {
    await prepared(
      db,
      'builder/fail-logo',
      `insert into logos (account, address, asked_at, fault) values (:account, :address, now(), :fault)
       on conflict (account, address) do update set asked_at = now(), fault = excluded.fault`,
      { account, address, fault },
    )
  },
})
