import { join } from 'node:path'
import { createStopList, settleAll } from '../processes/stop-list.ts'
import { createProcessTracker } from '../processes/tracker.ts'
import { type Report, step } from '../report.ts'
import { prepareBroker } from '../servers/broker.ts'
import { dovecotPackage, ensureProgram, redisPackage } from '../servers/system-package.ts'
import { secretsIn } from '../state/secrets.ts'
import { portsIn } from '../state/stored-ports.ts'
import type { Workspace } from '../state/workspace.ts'
import {
  startMailCatcher,
  superviseDovecot,
  supervisePostgres,
  superviseRabbitmq,
  superviseRedis,
} from '../system/supervised-servers.ts'

export interface TestServers {
  /** Variables from which the tests read the addresses of the servers. */
  env: Record<string, string>
  stop(): Promise<void>
}

/** One virtual host for each worker of the test runner, by its pool id. */
const vhosts = Array.from({ length: 8 }, (_, index) => `test-${index + 1}`)

/** Starts servers for tests in a temporary workspace: PostgreSQL, RabbitMQ, Redis, IMAP and SMTP on free ports. */
export async function startTestServers(
  workspace: Workspace,
  report: Report,
  signal: AbortSignal,
): Promise<TestServers> {
  const startBroker = await prepareBroker(report, signal)
  await ensureProgram(dovecotPackage, report, signal)
  await ensureProgram(redisPackage, report, signal)
  const stops = createStopList(report)
  const context = {
    workspace,
    ports: await portsIn(workspace.data, report),
    secrets: secretsIn(join(workspace.data, 'secrets.json')),
    report,
    tracker: createProcessTracker(workspace.data, signal),
    onChange: () => undefined,
    stopLater: stops.layer(),
  }
  const mail = async () => {
    const { imapUrl, mailboxes } = await superviseDovecot(context)
    const { smtpUrl } = await startMailCatcher(context, mailboxes)
    return {
      TEST_IMAP_URL: imapUrl,
      TEST_SMTP_URL: smtpUrl,
      TEST_MAILBOXES_DIR: mailboxes,
    }
  }
  try {
    const [database, brokerUrl, mailing, redis] = await settleAll([
      supervisePostgres(context, { disposable: true }),
      step(report, 'RabbitMQ', () => superviseRabbitmq(context, startBroker, { vhosts })),
      mail(),
      superviseRedis(context),
    ])
    signal.throwIfAborted()
    const broker = brokerUrl('').replace(/\/$/, '')
    const env = { TEST_POSTGRES_URL: database, TEST_AMQP_URL: broker, TEST_REDIS_URL: redis, ...mailing }
    return { env, stop: stops.stop }
  } catch (error) {
    await stops.stop()
    throw error
  }
}
