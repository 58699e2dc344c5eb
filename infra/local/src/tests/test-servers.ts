import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startSmtpCatcher } from '../mail/smtp-catcher.ts'
import { allAtOnce, stopList } from '../processes/stop-list.ts'
import { type Say, step } from '../say.ts'
import { bringBroker } from '../servers/broker.ts'
import { imapUrl, startDovecot } from '../servers/dovecot.ts'
import { startPostgres } from '../servers/postgres.ts'
import { amqpUrl } from '../servers/rabbitmq.ts'
import { dovecotPackage, ensureProgram } from '../servers/system-package.ts'
import type { Place } from '../state/place.ts'
import { processHost } from '../state/processes.ts'
import { secretsIn } from '../state/secrets.ts'
import { portsIn } from '../state/stored-ports.ts'

export interface TestServers {
  /** What the tests read to find the servers. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** One virtual host for each worker of the test runner, by its pool id. */
const vhosts = Array.from({ length: 8 }, (_, index) => `test-${index + 1}`)

/** Servers for tests at a place that may be thrown away: PostgreSQL, RabbitMQ, IMAP and SMTP on free ports. */
export async function startTestServers(place: Place, tell: Say, signal: AbortSignal): Promise<TestServers> {
  const programs = {
    startBroker: await bringBroker(tell),
    dovecot: await ensureProgram(dovecotPackage, tell),
  }
  const { state, shelf, user } = place
  const password = secretsIn(join(place.data, 'secrets.json'))('servers')
  const ports = portsIn(place.data, tell)
  const host = processHost(place.data, signal)
  const stops = stopList(tell)
  const keep = stops.layer()
  const everything = { configure: '.*', write: '.*', read: '.*' }
  const brokerUser = { name: 'guidebook', password, rights: vhosts.map((vhost) => ({ vhost, ...everything })) }

  const postgres = async () => {
    const port = await ports.of('PostgreSQL')
    const data = join(state, 'postgres', 'data')
    const log = place.log('postgres')
    keep(await startPostgres({ data, shelf, log, port, password, user, host, disposable: true }))
    return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  }
  const rabbitmq = async () => {
    const numbers = {
      amqp: await ports.of('amqp'),
      distribution: await ports.of('distribution'),
      epmd: await ports.of('epmd'),
    }
    const data = join(state, 'rabbitmq', 'data')
    const log = place.log('rabbitmq')
    keep(
      await programs.startBroker({
        data,
        log,
        ports: numbers,
        vhosts,
        users: [brokerUser],
        user,
        host,
      }),
    )
    return amqpUrl(numbers.amqp, brokerUser, '').replace(/\/$/, '')
  }
  const mail = async () => {
    const numbers = { imap: await ports.of('imap'), smtp: await ports.of('smtp'), page: await ports.of('page') }
    const data = join(state, 'dovecot')
    const log = place.log('dovecot')
    const dovecot = await startDovecot({
      program: programs.dovecot,
      data,
      log,
      port: numbers.imap,
      password,
      user,
      host,
    })
    keep(dovecot)
    const folder = join(place.data, 'mail')
    mkdirSync(folder, { recursive: true })
    keep(await startSmtpCatcher({ ports: numbers, folder, mailboxes: dovecot.mailboxes, owner: user, password }))
    return {
      TEST_IMAP_URL: imapUrl(numbers.imap, 'import', password),
      TEST_SMTP_URL: `smtp://127.0.0.1:${numbers.smtp}`,
      TEST_SMTP_PASSWORD: password,
      TEST_MAILBOXES_DIR: dovecot.mailboxes,
      TEST_MAIL_DIR: folder,
      TEST_MAIL_URL: `http://127.0.0.1:${numbers.page}`,
    }
  }
  try {
    const [database, broker, mailing] = await allAtOnce([
      step(tell, 'PostgreSQL', postgres),
      step(tell, 'RabbitMQ', rabbitmq),
      step(tell, 'mail', mail),
    ])
    signal.throwIfAborted()
    return { env: { TEST_POSTGRES_URL: database, TEST_AMQP_URL: broker, ...mailing }, stop: stops.stop }
  } catch (error) {
    await stops.stop()
    throw error
  }
}
