import type { Readable } from 'node:stream'
import type { SendMailOptions, Transporter } from 'nodemailer'

/** A connection to a mail server, which sends one mail at a time. `silenceMs`: longest time in which the server neither receives nor sends anything. */
export function createSmtpConnection(smtpUrl: string, silenceMs: number) {
  let opened: Transporter | undefined
  /** The mail that is being sent, as it goes to the server. */
  let content: Readable | undefined

  /** Loads the library with the first mail: most replicas and programs start without one. */
  const transport = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    if (opened) return opened
    opened = createTransport({
      url: smtpUrl,
      pool: true,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: silenceMs,
      // A mail must not make the library read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    opened.use('stream', ({ message }, done) => {
      message.processFunc((input) => {
        content = input
        return input
      })
      done()
    })
    return opened
  }

  return {
    async send(message: SendMailOptions): Promise<void> {
      content = undefined
      await (await transport()).sendMail(message)
    },
    /** Whether the server has received any of the latest mail's content. */
    isContentSent: () => content?.readableDidRead ?? false,
    /** The next mail opens it again. */
    close() {
      opened?.close()
      opened = undefined
    },
  }
}
