import { eventually } from '@guidebook/service-kit/test'
import type { Answer, Fixture } from './fixture.ts'

const origin = 'https://guidebook.test'

type Init = { json?: unknown; headers?: Record<string, string>; body?: string }

/** A browser with the portal: it keeps the cookie and says which page its requests come from. */
export function browserOf(call: Fixture['call'], cookie = '') {
  let kept = cookie
  return {
    get cookie() {
      return kept
    },
    async ask(method: string, path: string, { headers, ...init }: Init = {}): Promise<Answer> {
      const answer = await call(method, path, { ...init, headers: { origin, cookie: kept, ...headers } })
      const set = answer.headers.get('set-cookie')
      if (set !== null) kept = set.split(';', 1)[0] ?? ''
      return answer
    },
    /** An operation of partners, for an account. */
    api(account: string, method: string, path: string, { headers, ...init }: Init = {}): Promise<Answer> {
      return this.ask(method, `/portal/api${path}`, { ...init, headers: { 'guidebook-account': account, ...headers } })
    },
  }
}

export type Browser = ReturnType<typeof browserOf>

/** The newest mail to an address: the code and the token of its link. */
export async function mailTo({ database }: Pick<Fixture, 'database'>, address: string) {
  return await eventually(async () => {
    const { rows } = await database.knex.raw(
      `select content from outgoing_mails where content ->> 'to' = :address and content ? 'text' order by id desc limit 1`.replace(
        '? ',
        '\\? ',
      ),
      { address },
    )
    const text: string = rows[0].content.text
    return {
      text,
      subject: rows[0].content.subject as string,
      code: /^ {4}(\d{4} \d{4})$/m.exec(text)?.[1] ?? '',
      token: /#([\w-]{43})$/m.exec(text)?.[1] ?? '',
    }
  })
}

/** Sends a request that waits for a person, and removes them before it goes on, as another gateway may. */
export async function whileRemoved(
  { database }: Pick<Fixture, 'database'>,
  email: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const removing = await database.knex.transaction()
  const { id } = await removing('users').where({ email }).forUpdate().first('id')
  const answer = send()
  await eventually(async () => {
    const { rows } = await removing.raw(
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    return rows.length > 0
  })
  await removing('memberships').where({ user_id: id }).delete()
  await removing('users').where({ id }).delete()
  await removing.commit()
  return await answer
}

/** A person of the account, signed in by a code. */
export async function personOf(
  fixture: Fixture,
  account: Record<string, string>,
  role: string,
  email: string,
): Promise<Browser> {
  const invited = await fixture.as(account.key ?? '')('POST', '/account/users', { json: { email, role } })
  if (invited.status !== 201) throw new Error(JSON.stringify(invited.body))
  const browser = browserOf(fixture.call)
  const { token } = await mailTo(fixture, email)
  const signedIn = await browser.ask('POST', '/portal/session', { json: { token } })
  if (signedIn.status !== 201) throw new Error(JSON.stringify(signedIn.body))
  return browser
}
