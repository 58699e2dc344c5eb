import { hash } from 'node:crypto'
import type { Knex } from 'knex'
import type { SignInAttemptRow } from '../generated/rows.ts'

/** How long a person may take, milliseconds. */
const lifetime = 5 * 60_000

interface Attempt {
  purpose: SignInAttemptRow['purpose']
  /** Known to the browser: the challenge of a passkey, or the state of a redirect. */
  secret: string
  user?: string | null
  data?: object
}

const idOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export async function beginAttempt(
  db: Knex,
  { purpose, secret, user = null, data = {} }: Attempt,
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + lifetime)
  await db('sign_in_attempts').insert({
    id: idOf(secret),
    purpose,
    user_id: user,
    data: JSON.stringify(data),
    expires_at,
  })
}

/** Uses up an attempt. Null when there is none, or it is over. */
export async function takeAttempt(
  db: Knex,
  { purpose, secret, user = null }: Attempt,
  now: Date,
): Promise<SignInAttemptRow | null> {
  const [row] = await db<SignInAttemptRow>('sign_in_attempts')
    .where({ id: idOf(secret), purpose, user_id: user })
    .where('expires_at', '>', now)
    .delete('*')
  return row ?? null
}
