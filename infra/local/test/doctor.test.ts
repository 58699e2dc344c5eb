import { expect, test } from 'vitest'
import { type Probes, programs } from '../src/doctor/machine.ts'

const bare: Probes = { find: () => undefined, findEngine: async () => undefined, isRoot: false }
const withEngine: Probes = { ...bare, findEngine: async () => 'podman' }
const none = { databases: {} }

test.each([
  ['without programs and rights', none, bare, ['ERROR RabbitMQ', 'ERROR Dovecot', 'warn Chromium']],
  ['with a container engine', none, withEngine, ['ok RabbitMQ', 'ERROR Dovecot', 'warn Chromium']],
  [
    'with an external broker and mailbox',
    { ...none, amqpUrl: 'amqp://broker.example', imapUrl: 'imap://mail.example' },
    bare,
    ['warn Chromium'],
  ],
  [
    'whose start installs packages',
    none,
    { ...bare, isRoot: true },
    ['note RabbitMQ', 'note Dovecot', 'note Chromium'],
  ],
])('the doctor reports as an error only what a start needs: a machine %s', async (_, external, machine, expected) => {
  const found = await programs(external, machine)
  expect(found.map(({ state, subject }) => `${state} ${subject}`)).toEqual(expected)
})
