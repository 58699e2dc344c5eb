import { privateJwk, publicJwks } from '../identity/jwk.ts'
import { databaseSettings } from './database-settings.ts'
import { jsonOf } from './json-of.ts'
import { setting } from './setting.ts'

const addressOf = (service: string) =>
  setting.url({ description: `Address of ${service} for the other services, such as \`http://${service}:8080\`.` })

/** Settings of all services. A service adds its own: `{ ...commonSettings, TRACK_THREADS: setting.integer(…) }`. */
export const commonSettings = {
  HTTP_HOST: setting.text({ description: 'Address on which the service listens.', default: '127.0.0.1' }),
  HTTP_PORT: setting.port({ description: 'Port on which the service listens; 0 selects a free one.' }),
  HEALTH_HOST: setting.text({
    description:
      'Address of the listener for `/livez`, `/readyz` and `/metrics`, which need no token: keep it inside the network.',
    default: '127.0.0.1',
  }),
  HEALTH_PORT: setting.port({ description: 'Port of that listener.' }),
  PUBLIC_URL: setting.url({ description: 'Beginning of all Trip Links and of the addresses in responses and mails.' }),
  ...databaseSettings,
  AMQP_URL: setting.url({
    description: 'Virtual host of RabbitMQ, as the user with the name of the service.',
    protocols: ['amqp:', 'amqps:'],
    secret: true,
  }),
  OBJECT_STORE_URL: setting.url({
    description:
      'Store of files: `s3://key:secret@bucket/prefix?endpoint=https://…&region=…`, or a folder `file:///path` that all services share.',
    protocols: ['file:', 's3:'],
    secret: true,
  }),
  GATEWAY_URL: setting.url({
    description: "Address of the gateway's internal listener for the other services, such as `http://gateway:8081`.",
  }),
  GEODATA_URL: addressOf('geodata'),
  RELEASES_URL: addressOf('releases'),
  BUILDER_URL: addressOf('builder'),
  WEBHOOKS_URL: addressOf('webhooks'),
  IMPORTER_URL: addressOf('importer'),
  INTERNAL_PRIVATE_KEY: setting.parsed('JSON', jsonOf(privateJwk), {
    description: 'Ed25519 key (JSON Web Key) that signs the requests of this service to others.',
    secret: true,
  }),
  INTERNAL_PUBLIC_KEYS: setting.parsed('JSON', jsonOf(publicJwks), {
    description: 'Public key of every service, by its name: an object of JSON Web Keys.',
  }),
  MAX_BODY_BYTES: setting.integer({
    description: 'Largest body of a request, in bytes, unless its operation accepts less.',
    min: 1_024,
    default: 64 * 1024 * 1024,
  }),
  LARGE_BODIES_AT_ONCE: setting.integer({
    description: 'Bodies above 1 MiB that the process holds at once; others wait.',
    min: 1,
    default: 4,
  }),
  LOG_LEVEL: setting.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    description: 'Lowest level of the log lines that are written.',
    default: 'info',
  }),
  SENT_MESSAGE_RETENTION: setting.duration({
    description:
      'How long sent messages are kept, so that they can be sent again after a restore. Receivers know them for 7 days.',
    max: '6d',
    default: '24h',
  }),
  MAIL_RETENTION: setting.retention({
    description: 'How long mails are kept after they were sent or have failed.',
    default: '90d',
  }),
  SHUTDOWN_DELAY: setting.duration({
    description:
      'Time for which a stopping service is not ready but still serves, so that clients and load balancers leave it; at least 5s with replicas.',
    default: '0s',
  }),
  SHUTDOWN_DEADLINE: setting.duration({
    description: 'Longest time that a stopping service finishes its current work.',
    default: '15s',
  }),
}

/** Settings of the services that send mail. */
export const mailSettings = {
  SMTP_URL: setting.url({
    description: 'Server for outgoing mails, such as `smtp://user:password@mail.example:587`.',
    protocols: ['smtp:', 'smtps:'],
    secret: true,
  }),
  MAIL_FROM: setting.text({
    description: 'Sender of outgoing mails.',
    default: 'Guidebook service <no-reply@localhost>',
  }),
}
