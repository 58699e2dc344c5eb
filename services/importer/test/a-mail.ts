import { randomUUID } from 'node:crypto'

/** Name of the mail server whose word about senders counts. */
export const authservId = 'mx.guidebook.test'

/** The address that may send lists for the account. */
export const senderOf = (account: string): string => `bookings@${account}.example`

export interface MailParts {
  account: string
  csv?: string
  subject?: string
  messageId?: string
  authentication?: string
  fileName?: string
  from?: string
  headers?: string[]
}

/** A mail as the receiving server leaves it in the mailbox. */
export const aMail = ({ account, csv, ...parts }: MailParts): string =>
  [
    `Authentication-Results: ${parts.authentication ?? `${authservId}; dmarc=pass header.from=${(parts.from ?? senderOf(account)).replace(/.*@/, '')}`}`,
    ...(parts.headers ?? []),
    `From: Bookings <${parts.from ?? senderOf(account)}>`,
    'To: import@guidebook.test',
    `Subject: ${parts.subject ?? 'Tonight'}`,
    `Message-ID: <${parts.messageId ?? randomUUID()}@operator.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'The list.',
    ...(csv === undefined
      ? []
      : [
          '--b',
          `Content-Type: text/csv; name="${parts.fileName ?? 'list.csv'}"`,
          'Content-Transfer-Encoding: base64',
          `Content-Disposition: attachment; filename="${parts.fileName ?? 'list.csv'}"`,
          '',
          Buffer.from(csv).toString('base64'),
        ]),
    '--b--',
    '',
  ].join('\r\n')
