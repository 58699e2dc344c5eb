import type { Logo } from '@guidebook/roadbook'
import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { LogoRow } from '../generated/rows.ts'

/** A logo for book and page, with its key in the object store; `bytes` is its size. */
export type StoredLogo = Omit<Logo, 'bytes'> & { key: string; bytes: number }

export const logoMediaType = 'image/png'

/** SQL of logos, by account and address. */
export const logoQueries = (db: Knex) => ({
  /** The last good copy. `isFresh`: fetched within the last day, or failed within the last ten minutes. */
  async find(account: string, address: string) {
    const [row] = await prepared<StoredLogo & Pick<LogoRow, 'fault'> & { isFresh: boolean }>(
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
