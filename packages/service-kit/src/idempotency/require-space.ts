import type { Knex } from 'knex'
import { prepared } from '../database/prepared.ts'
import { dailyLimitReached } from '../errors/daily-limit.ts'

/** How long a response is stored, hours. */
export const keptHours = 24

/** Only larger responses count, so that others need no look-up. The index `idempotency_keys_large` has the same condition. Bytes. */
const largeBytes = 65_536

/** Most bytes of large responses that one service stores for an account. */
const mostBytes = 1024 ** 3

const detail =
  'The responses above 64 KiB that are stored for this account would have more than 1 GiB in 24 hours. ' +
  'Send the request without Idempotency-Key, or wait.'

/**
 * Throws 429 `rate-limited` when a response of so many bytes cannot be stored for the account. Concurrent requests do not see each other's responses,
 * so they may exceed the limit together.
 */
export async function requireSpace(db: Knex | Knex.Transaction, account: string, bytes: number): Promise<void> {
  if (bytes <= largeBytes) return
  const [stored] = await prepared<{ bytes: number | null; first: Date | null; now: Date }>(
    db,
    'kit/idempotency-large',
    `SELECT cast(sum(reply_bytes) AS float8) AS bytes, min(created_at) AS first, now() AS now FROM idempotency_keys
      WHERE account = ? AND reply_bytes > ${largeBytes} AND created_at > now() - interval '${keptHours} hours'`,
    [account],
  )
  if (!stored?.first || (stored.bytes ?? 0) + bytes <= mostBytes) return
  throw dailyLimitReached(detail, stored.first, stored.now)
}
