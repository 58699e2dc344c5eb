export { type Mail, type MailAttachment, queueMail } from './mail.ts'
export { isAnyOurs } from './mail-queries.ts'
export { createMailer } from './mailer.ts'
