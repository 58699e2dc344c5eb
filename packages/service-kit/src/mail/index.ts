export { type Mail, type MailAttachment, queueMail } from './mail.ts'
export { isAnyOurs } from './mail-queries.ts'
export { createMailer, type MailerOptions } from './mailer.ts'
export { paragraphs } from './paragraphs.ts'
