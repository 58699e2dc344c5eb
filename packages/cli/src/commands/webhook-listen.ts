import { running } from '../command.ts'
import { showDelivery } from '../webhook/delivery.ts'
import { findVerifier } from '../webhook/find-secret.ts'
import { findListenAddress } from '../webhook/listen-address.ts'
import { createDeliveryReader } from '../webhook/read-delivery.ts'
import { receiveDeliveries } from '../webhook/receive-deliveries.ts'
import { wholeNumber } from '../whole-number.ts'

export const listen = running({
  summary: 'Receive and show deliveries on this machine until Ctrl-C; for developers of receivers',
  args: {
    'secret-file': {
      type: 'string',
      valueHint: 'file',
      description: 'File of the secret, - reads standard input (default: GUIDEBOOK_WEBHOOK_SECRET, or @/path in it)',
    },
    port: { type: 'string', valueHint: 'port', description: 'Port to listen on, 0 for a free one (default: 4433)' },
    cert: { type: 'string', valueHint: 'file', description: 'Certificate (PEM) for HTTPS (default: plain HTTP)' },
    key: { type: 'string', valueHint: 'file', description: 'Its private key (PEM)' },
    local: {
      type: 'boolean',
      description: 'Listen on the port that the local system delivers to, with its certificate',
    },
    answer: {
      type: 'string',
      valueHint: 'status',
      description: 'Status for genuine deliveries, such as 503 to see retries (default: 204); 410 disables the webhook',
    },
    count: { type: 'string', valueHint: 'count', description: 'End after this number of genuine deliveries' },
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
    const address = await findListenAddress({ ...values, dataFolder, readText })
    const verifier = await findVerifier({ file: values['secret-file'], env, readText })
    await receiveDeliveries({
      address,
      readDelivery: createDeliveryReader(verifier, answer),
      count,
      signal: interruption,
      onListening: (url) => note(`Listening at ${url}; press Ctrl-C to end.`),
      onDelivery: (delivery) => report({ json: delivery, text: (paint) => showDelivery(delivery, paint) }),
      onFault: note,
    })
  },
})
