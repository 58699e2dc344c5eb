import { visible } from '@guidebook/client/internal'
import { Webhook } from 'standardwebhooks'
import { readLocalSystem } from '../admin/connection.ts'
import type { Session } from '../admin/session.ts'
import { flag, option, type Values, wholeNumber } from '../arguments.ts'
import { reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { type Block, moment } from '../output/layout.ts'
import { type ReceivedDelivery, startReceiver } from './receiver.ts'

const args = {
  'secret-file': option(
    'file',
    'File of the secret, - reads standard input (default: GUIDEBOOK_WEBHOOK_SECRET, or @/path in it)',
  ),
  port: option('port', 'Port to listen on, 0 for a free one (default: 4433)'),
  cert: option('file', 'Certificate (PEM) for HTTPS (default: plain HTTP)'),
  key: option('file', 'Its private key (PEM)'),
  local: flag('Listen on the port that the local system delivers to, with its certificate'),
  answer: option(
    'status',
    'Status for genuine deliveries, such as 503 to see retries (default: 204); 410 disables the webhook',
  ),
  count: option('count', 'End after this number of genuine deliveries'),
} as const

export const listen = reading({
  summary: 'Receive and show deliveries on this machine until Ctrl-C; for developers of receivers',
  args,
  examples: [
    'guidebook webhook listen --secret-file secret.txt',
    'guidebook webhook listen --local --secret-file secret.txt --answer 503 --count 2',
    'GUIDEBOOK_WEBHOOK_SECRET=@/run/secrets/webhook guidebook webhook listen --json | jq .record.url',
  ],
  async read(values, session) {
    const answer = wholeNumber('--answer', values.answer ?? '204', { min: 200, max: 599 })
    let left = values.count === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--count', values.count, { min: 1 })
    const receiver = await startReceiver({
      ...(await findAddress(values, session)),
      verifier: await findVerifier(values['secret-file'], session),
      answer,
      onDelivery(delivery) {
        session.event({ json: delivery, show: showDelivery(delivery) })
        if (delivery.genuine) left--
        return left > 0
      },
      onFault: (fault) => session.notes([fault]),
    })
    session.interruption().addEventListener('abort', receiver.close, { once: true })
    session.notes([`Listening at ${receiver.url}; press Ctrl-C to end.`])
    await receiver.closed
    return undefined
  },
})

/** One line. It shows nothing of a refused delivery's body, because the sender is unknown. */
const showDelivery =
  ({ at, webhookId, sentAt, genuine, reason, repeated, answered, record }: ReceivedDelivery): Block =>
  (paint) => {
    const verdict = genuine
      ? paint('good', repeated ? 'genuine, again' : 'genuine')
      : paint('bad', `refused: ${reason}`)
    const about = record === null ? [] : [record.url, `code ${record.downloadCode}`, record.bundleName]
    return [
      paint('faint', moment(at) ?? ''),
      verdict,
      visible(webhookId ?? 'no webhook-id'),
      `sent ${moment(sentAt) ?? 'at an unknown time'}`,
      ...about.map((text) => visible(String(text))),
      `answered ${answered}`,
    ].join('  ')
  }

const text = async ({ readBytes }: Session, file: string) => (await readBytes(file)).toString('utf8')

const unusable = (code: string, message: string, hint: string) => new CommandError('usage', code, message, { hint })

const defaultPort = 4433

/** Throws a `CommandError` for conflicting options. */
async function findAddress({ port, cert, key, local }: Values<typeof args>, session: Session) {
  if (local) {
    if ((port ?? cert ?? key) !== undefined) {
      const message = '--local has its own port, certificate and key'
      throw unusable('no-place-to-listen', message, 'Omit --port, --cert and --key.')
    }
    const system = readLocalSystem(session.dataFolder)
    if (system === null) {
      const hint = 'Start one with "npm start" or "npm run up".'
      throw unusable('no-place-to-listen', 'no local system is running', hint)
    }
    const { port: localPort, certificate, key: localKey } = system.webhookReceiver
    return { port: localPort, tls: { cert: await text(session, certificate), key: await text(session, localKey) } }
  }
  if ((cert === undefined) !== (key === undefined)) {
    const hint = 'Without either the receiver listens for plain HTTP.'
    throw unusable('no-place-to-listen', 'HTTPS needs both --cert and --key', hint)
  }
  return {
    port: port === undefined ? defaultPort : wholeNumber('--port', port, { max: 65_535 }),
    tls:
      cert === undefined || key === undefined
        ? null
        : { cert: await text(session, cert), key: await text(session, key) },
  }
}

/**
 * Creates the verifier from the webhook's secret. The secret is never an argument, because all users of a machine can see those.
 * In the environment, `@/path` reads it from a file. Throws a `CommandError` that does not repeat the secret.
 */
async function findVerifier(file: string | undefined, session: Session): Promise<Webhook> {
  const source = file === undefined ? session.env.GUIDEBOOK_WEBHOOK_SECRET : `@${file}`
  if (source === undefined || source === '') {
    const hint =
      'Pass its file with --secret-file, or set GUIDEBOOK_WEBHOOK_SECRET (or @/path of a file that holds it).'
    throw unusable('webhook-secret', 'the secret of the webhook is missing', hint)
  }
  const secret = (source.startsWith('@') ? await text(session, source.slice(1)) : source).trim()
  try {
    if (/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return new Webhook(secret)
  } catch {
    // Reported below, without the secret.
  }
  const hint = 'A secret is whsec_ and Base64, with nothing else in the file or variable.'
  throw unusable('webhook-secret', 'this is not a webhook secret', hint)
}
