#!/usr/bin/env node
/** `npx @guidebook/client listen`: a receiver for developers, which verifies deliveries and prints them. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { visible } from '../visible.ts'
import { createWebhookVerifier } from '../webhook.ts'
import { ListenError, type ReceivedDelivery, startReceiver } from './receiver.ts'

const usage = `Usage: npx @guidebook/client listen [options]

Receives webhook deliveries on this machine until Ctrl-C, verifies them and prints a line for each.
The secret is in the environment variable WEBHOOK_SECRET, or in a file.

  --secret-file FILE   file of the secret
  --port PORT          port to listen on, 0 for a free one (default: 4433)
  --cert FILE          certificate (PEM) for HTTPS; without it, plain HTTP behind a tunnel or a proxy
  --key FILE           its private key (PEM)
  --answer STATUS      status for genuine deliveries, such as 503 to see retries (default: 204); 410 disables the webhook
  --count NUMBER       end after this number of genuine deliveries
  --json               print each delivery as a line of JSON, with its record
`

const options = {
  'secret-file': { type: 'string' },
  port: { type: 'string', default: '4433' },
  cert: { type: 'string' },
  key: { type: 'string' },
  answer: { type: 'string', default: '204' },
  count: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const read = (args: string[]) => parseArgs({ args, options, allowPositionals: true })
type Values = ReturnType<typeof read>['values']

/** Throws a `ListenError` for a value that is no whole number within the limits. */
function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value
  throw new ListenError('usage', `--${name} must be a whole number from ${least} to ${most}`)
}

function readFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ListenError('usage', `--${name}: ${(error as Error).message}`)
  }
}

function findVerifier(file: string | undefined): Webhook {
  const secret = (file === undefined ? (process.env.WEBHOOK_SECRET ?? '') : readFile('secret-file', file)).trim()
  createWebhookVerifier(secret) // throws, without the secret, when it is none
  return new Webhook(secret)
}

function findTls({ cert, key }: Values): { cert: string; key: string } | null {
  if (cert === undefined && key === undefined) return null
  if (cert === undefined || key === undefined) throw new ListenError('usage', 'HTTPS needs both --cert and --key')
  return { cert: readFile('cert', cert), key: readFile('key', key) }
}

/** Shows nothing of a refused delivery's body, because the sender is unknown. */
function lineOf({ at, webhookId, genuine, repeated, reason, answered, record }: ReceivedDelivery): string {
  const verdict = genuine ? (repeated ? 'genuine, again' : 'genuine') : `refused: ${reason}`
  const about = record === null ? [] : [record.url, `code ${record.downloadCode}`, record.bundleName]
  return [at, verdict, webhookId ?? 'no webhook-id', ...about, `answered ${answered}`]
    .map(String)
    .map(visible)
    .join('  ')
}

async function listen(values: Values): Promise<void> {
  let left = values.count === undefined ? Number.POSITIVE_INFINITY : wholeNumber('count', values.count, 1, 999_999_999)
  const receiver = await startReceiver({
    port: wholeNumber('port', values.port, 0, 65_535),
    tls: findTls(values),
    verifier: findVerifier(values['secret-file']),
    answer: wholeNumber('answer', values.answer, 200, 599),
    onDelivery(delivery) {
      process.stdout.write(`${values.json ? JSON.stringify(delivery) : lineOf(delivery)}\n`)
      if (delivery.genuine) left--
      return left > 0
    },
    onFault: (fault) => void process.stderr.write(`${fault}\n`),
  })
  process.once('SIGINT', receiver.close).once('SIGTERM', receiver.close)
  process.stderr.write(`Listening at ${receiver.url}; press Ctrl-C to end.\n`)
  await receiver.closed
}

try {
  const { values, positionals } = read(process.argv.slice(2))
  if (values.help) process.stdout.write(usage)
  else if (positionals.join(' ') === 'listen') await listen(values)
  else throw new ListenError('usage', `the command is "listen"\n\n${usage}`)
} catch (error) {
  process.stderr.write(`guidebook-client: ${(error as Error).message}\n`)
  process.exitCode = 2
}
