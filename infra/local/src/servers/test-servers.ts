import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startSmtpCatcher } from '../mail/smtp-catcher.ts'
import { freePort } from '../ports.ts'
import type { Say } from '../say.ts'
import { step } from '../say.ts'
import { serverUser } from '../unprivileged.ts'
import { imapUrl, startDovecot } from './dovecot.ts'
import { startPostgres } from './postgres.ts'
import { amqpUrl, startRabbitmq } from './rabbitmq.ts'
import { dovecotPackage, ensureProgram, rabbitmqPackage } from './system-package.ts'

export interface TestServers {
  /** What the tests read to find the servers. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** One virtual host for each worker of the test runner, by its pool id. */
const vhosts = Array.from({ length: 8 }, (_, index) => `test-${index + 1}`)

/** Servers for tests, all in one folder that may be thrown away: PostgreSQL, RabbitMQ, IMAP and SMTP on free ports. */
export async function startTestServers(folder: string, shelf: string, tell: Say): Promise<TestServers> {
  const user = await serverUser()
  // Sequential: installing packages can't run twice at once.
  const rabbitmqServer = await ensureProgram(rabbitmqPackage, tell)
  const dovecotServer = await ensureProgram(dovecotPackage, tell)
  const password = randomBytes(18).toString('base64url')
  const taken = new Set<number>()
  const port = async () => {
    const free = await freePort(taken)
    taken.add(free)
    return free
  }
  const ports = {
    postgres: await port(),
    amqp: await port(),
    distribution: await port(),
    epmd: await port(),
    imap: await port(),
    smtp: await port(),
    mailPage: await port(),
  }
  const log = (name: string) => join(folder, 'logs', `${name}.log`)
  for (const name of ['', 'postgres', 'rabbitmq', 'dovecot'])
    mkdirSync(join(folder, name), { recursive: true, mode: 0o755 })
  const everything = { configure: '.*', write: '.*', read: '.*' }
  const broker = { name: 'guidebook', password, rights: vhosts.map((vhost) => ({ vhost, ...everything })) }

  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.allSettled(stops.map((stopOne) => stopOne()))
  }
  const keep = async <T extends { stop(): Promise<void> }>(starting: Promise<T>) => {
    const server = await starting
    stops.push(() => server.stop())
    return server
  }
  const outcomes = await Promise.allSettled([
    step(tell, 'PostgreSQL', () =>
      keep(
        startPostgres({
          data: join(folder, 'postgres', 'data'),
          shelf,
          log: log('postgres'),
          port: ports.postgres,
          password,
          user,
          disposable: true,
        }),
      ),
    ),
    step(tell, 'RabbitMQ', () =>
      keep(
        startRabbitmq({
          program: rabbitmqServer,
          data: join(folder, 'rabbitmq', 'data'),
          log: log('rabbitmq'),
          ports,
          vhosts,
          users: [broker],
          user,
        }),
      ),
    ),
    step(tell, 'mail', async () => {
      const dovecot = await keep(
        startDovecot({
          program: dovecotServer,
          data: join(folder, 'dovecot'),
          log: log('dovecot'),
          port: ports.imap,
          password,
          user,
        }),
      )
      await keep(
        startSmtpCatcher({
          ports: { smtp: ports.smtp, page: ports.mailPage },
          folder: join(folder, 'mail'),
          mailboxes: dovecot.mailboxes,
          owner: user,
          password,
        }),
      )
    }),
  ])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return {
    env: {
      TEST_POSTGRES_URL: `postgres://postgres:${password}@127.0.0.1:${ports.postgres}/postgres`,
      TEST_AMQP_URL: amqpUrl(ports.amqp, broker, '').replace(/\/$/, ''),
      TEST_IMAP_URL: imapUrl(ports.imap, 'import', password),
      TEST_SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      TEST_SMTP_PASSWORD: password,
      TEST_MAIL_DIR: join(folder, 'mail'),
      TEST_MAIL_URL: `http://127.0.0.1:${ports.mailPage}`,
    },
    stop,
  }
}
