import { running } from '../command.ts'
import { showDelivery } from '../webhook/delivery.ts'
import { findPlace } from '../webhook/find-place.ts'
import { findVerifier } from '../webhook/find-secret.ts'
import { receiveDeliveries } from '../webhook/receive-deliveries.ts'
import { createTaker } from '../webhook/take-delivery.ts'
import { wholeNumber } from '../whole-number.ts'

export const listen = running({
  summary: 'Receive deliveries on this machine and show them, until Ctrl-C; for developers of receivers',
  args: {
    'secret-file': {
      type: 'string',
      valueHint: 'file',
      description: 'Holds the secret, - reads standard input; else GUIDEBOOK_WEBHOOK_SECRET, or there @/path of it',
    },
    port: { type: 'string', valueHint: 'port', description: 'Where it listens, 0 for a free one (default: 4433)' },
    cert: { type: 'string', valueHint: 'file', description: 'Certificate (PEM) for HTTPS; without, plain HTTP' },
    key: { type: 'string', valueHint: 'file', description: 'Its private key (PEM)' },
    local: { type: 'boolean', description: 'Listen where the local system delivers to, as it trusts it' },
    answer: {
      type: 'string',
      valueHint: 'status',
      description:
        'What genuine ones are answered with, as 503 to see retries (default: 204); 410 switches the webhook off',
    },
    count: { type: 'string', valueHint: 'count', description: 'End after so many genuine ones' },
  },
  examples: [
    'guidebook webhook listen --secret-file secret.txt',
    'guidebook webhook listen --local --secret-file secret.txt --answer 503 --count 2',
    'GUIDEBOOK_WEBHOOK_SECRET=@/run/secrets/webhook guidebook webhook listen --json | jq .record.url',
  ],
  async run(values, { env, dataFolder, readText, interruption, report, note }) {
    const answer = wholeNumber('--answer', values.answer ?? '204', { min: 200, max: 599 })
    const count =
      values.count === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--count', values.count, { min: 1 })
    const place = await findPlace({ ...values, dataFolder, readText })
    const verifier = await findVerifier({ file: values['secret-file'], env, readText })
    await receiveDeliveries({
      place,
      take: createTaker(verifier, answer),
      count,
      signal: interruption,
      onListening: (url) => note(`Listening at ${url}; Ctrl-C ends it.`),
      onDelivery: (delivery) => report({ json: delivery, text: (paint) => showDelivery(delivery, paint) }),
      onFault: note,
    })
  },
})
