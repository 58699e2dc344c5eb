import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoSystem, demonstrateOn } from '@guidebook/local/demonstration'
import { printLine } from '@guidebook/local/report'
import { certificateFor } from './authority.ts'
import { publicUrlIn, required, secretIn } from './environment.ts'
import { folders } from './folders.ts'

/** The port that webhooks may use besides 443. */
const receiverPort = 8443

/** The address of this container in the network that it shares with the service webhooks. Connecting a datagram socket sends nothing. */
async function ownAddress(): Promise<string> {
  const socket = createSocket('udp4')
  try {
    const connected = once(socket, 'connect')
    socket.connect(8080, 'webhooks')
    await connected
    return socket.address().address
  } finally {
    socket.close()
  }
}

async function receiver(): Promise<DemoSystem['webhookReceiver']> {
  const host = await ownAddress()
  const { certificate, key } = await certificateFor(host)
  const paths = { certificate: '/tmp/receiver.crt', key: '/tmp/receiver.key' }
  writeFileSync(paths.certificate, certificate)
  writeFileSync(paths.key, key)
  return { host, port: receiverPort, morePorts: [], ...paths }
}

/** Runs the demonstration on the system of this Compose project and shows the same table as the local start. */
export async function demonstration(): Promise<void> {
  const publicUrl = publicUrlIn('SETTINGS_FILE')
  await demonstrateOn(
    {
      baseUrl: required('BASE_URL'),
      publicUrl,
      adminUrl: required('ADMIN_URL'),
      adminToken: secretIn('ADMIN_TOKEN_FILE'),
      mail: {
        importAddress: required('IMPORT_ADDRESS'),
        smtpUrl: required('SMTP_URL'),
        smtpPassword: secretIn('SMTP_PASSWORD_FILE'),
        page: required('MAIL_URL'),
      },
      webhookReceiver: await receiver(),
    },
    {
      folder: folders.demonstration,
      report: printLine,
      shown: {
        baseUrl: publicUrl,
        adminUrl: required('SHOWN_ADMIN_URL'),
        mailPage: required('SHOWN_MAIL_URL'),
        tokenIn: join('deployment', 'secrets', 'cli', 'ADMIN_TOKEN'),
        again: 'docker compose run --rm demo',
      },
    },
  )
}
