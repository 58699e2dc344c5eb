import fs from 'node:fs'
import nodemailer from 'nodemailer'

const L = JSON.parse(fs.readFileSync('/tmp/gb-releases/local.json'))
const { hostname, port } = new URL(L.mail.smtpUrl)
const m = JSON.parse(fs.readFileSync(process.argv[2]))
const t = nodemailer.createTransport({
  host: hostname,
  port: +port,
  ignoreTLS: true,
  ...(m.auth === false ? {} : { auth: { user: m.from, pass: L.mail.smtpPassword } }),
})
await t.sendMail({
  from: m.from,
  to: L.mail.importAddress,
  subject: m.subject,
  text: 'Bookings',
  ...(m.id ? { messageId: m.id } : {}),
  attachments: m.files.map((f) => ({
    filename: f.name,
    content: Buffer.from(f.b64, 'base64'),
    contentType: f.type ?? 'text/csv',
  })),
})
t.close()
console.log('sent', m.subject)
