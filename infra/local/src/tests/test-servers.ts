import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startSmtpCatcher } from '../mail/smtp-catcher.ts'
import { createStopList, settleAll } from '../processes/stop-list.ts'
import { type Report, step } from '../report.ts'
import { prepareBroker } from '../servers/broker.ts'
import { imapUrl, startDovecot } from '../servers/dovecot.ts'
import { startPostgres } from '../servers/postgres.ts'
import { amqpUrl } from '../servers/rabbitmq.ts'
import { dovecotPackage, ensureProgram } from '../servers/system-package.ts'
import { createProcessTracker } from '../state/processes.ts'
import { secretsIn } from '../state/secrets.ts'
import { portsIn } from '../state/stored-ports.ts'
import type { Workspace } from '../state/workspace.ts'

export interface TestServers {
  /** Variables from which the tests read the addresses of the servers. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** One virtual host for each worker of the test runner, by its pool id. */
const vhosts = Array.from({ length: 8 }, (_, index) => `test-${index + 1}`)

/** Starts servers for tests in a temporary workspace: PostgreSQL, RabbitMQ, IMAP and SMTP on free ports. */
export async function startTestServers(
  workspace: Workspace,
  report: Report,
  signal: AbortSignal,
): Promise<TestServers> {
  const programs = {
    startBroker: await prepareBroker(report),
    dovecot: await ensureProgram(dovecotPackage, report),
  }
  const { state, sharedFolder, user } = workspace
  const password = secretsIn(join(workspace.data, 'secrets.json'))('servers')
  const ports = portsIn(workspace.data, report)
  const tracker = createProcessTracker(workspace.data, signal)
  const stops = createStopList(report)
  const stopLater = stops.layer()
  const everything = { configure: '.*', write: '.*', read: '.*' }
  const brokerUser = { name: 'guidebook', password, rights: vhosts.map((vhost) => ({ vhost, ...everything })) }

  const postgres = async () => {
    const port = await ports.of('PostgreSQL')
    const data = join(state, 'postgres', 'data')
    const log = workspace.log('postgres')
    stopLater(await startPostgres({ data, sharedFolder, log, port, password, user, tracker, disposable: true }))
    return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  }
  const rabbitmq = async () => {
    const numbers = {
      amqp: await ports.of('amqp'),
      distribution: await ports.of('distribution'),
      epmd: await ports.of('epmd'),
    }
    const data = join(state, 'rabbitmq', 'data')
    const log = workspace.log('rabbitmq')
    stopLater(
      await programs.startBroker({
        data,
        log,
        ports: numbers,
        vhosts,
        users: [brokerUser],
        user,
        tracker,
      }),
    )
    return amqpUrl(numbers.amqp, brokerUser, '').replace(/\/$/, '')
  }
  const mail = async () => {
    const numbers = { imap: await ports.of('imap'), smtp: await ports.of('smtp'), page: await ports.of('page') }
    const data = join(state, 'dovecot')
    const log = workspace.log('dovecot')
    const dovecot = await startDovecot({
      program: programs.dovecot,
      data,
      log,
      port: numbers.imap,
      password,
      user,
      tracker,
    })
    stopLater(dovecot)
    const folder = join(workspace.data, 'mail')
    mkdirSync(folder, { recursive: true })
    stopLater(await startSmtpCatcher({ ports: numbers, folder, mailboxes: dovecot.mailboxes, owner: user, password }))
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
    const [database, broker, mailing] = await settleAll([
      step(report, 'PostgreSQL', postgres),
      step(report, 'RabbitMQ', rabbitmq),
      step(report, 'mail', mail),
    ])
    signal.throwIfAborted()
    return { env: { TEST_POSTGRES_URL: database, TEST_AMQP_URL: broker, ...mailing }, stop: stops.stop }
  } catch (error) {
    await stops.stop()
    throw error
  }
}
