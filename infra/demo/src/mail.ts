import { once } from 'node:events'
import { startSmtpCatcher } from '@guidebook/local/mail'
import { printLine } from '@guidebook/local/report'
import { secretIn } from './environment.ts'
import { folders } from './folders.ts'

/** Catches all mails until SIGTERM. */
export async function mail(): Promise<void> {
  const catcher = await startSmtpCatcher({
    host: '0.0.0.0',
    ports: { smtp: 2525, page: 8025 },
    folder: folders.caughtMails,
    mailboxes: folders.mailboxes,
    owner: undefined,
    password: secretIn('SMTP_PASSWORD_FILE'),
  })
  printLine('catching mails: SMTP on port 2525, a page on port 8025')
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await catcher.stop()
}
