import nodemailer from 'nodemailer'
import type { Description } from './running-system.ts'

/** Mails a file of bookings to the import mailbox. The sender signs in, so the local server trusts it. Returns the Message-ID in angle brackets. */
export async function mailBookings(
  { mail }: Description,
  sender: string,
  csv: string,
  subject = 'Bookings',
): Promise<string> {
  if (mail.smtpPassword === null) throw new Error('the running system uses an external mail server')
  const { hostname, port } = new URL(mail.smtpUrl)
  const auth = { user: sender, pass: mail.smtpPassword }
  const transport = nodemailer.createTransport({ host: hostname, port: Number(port), ignoreTLS: true, auth })
  try {
    const { messageId } = await transport.sendMail({
      from: sender,
      to: mail.importAddress,
      subject,
      text: 'Please find our bookings attached.',
      attachments: [{ filename: 'bookings.csv', content: csv, contentType: 'text/csv' }],
    })
    return messageId
  } finally {
    transport.close()
  }
}
