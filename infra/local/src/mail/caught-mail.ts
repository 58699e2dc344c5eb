import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CaughtMail {
  /** File name of the message: `<number>.eml`. */
  name: string
  receivedAt: string
  from: string
  to: string[]
  subject: string
}

/** Mails in a folder: `<number>.eml` is the received message, `<number>.json` its envelope, which is written last. */
export interface CaughtMails {
  add(mail: Omit<CaughtMail, 'name'>, message: Buffer): CaughtMail
  list(): CaughtMail[]
  read(name: string): Buffer | undefined
}

/** Numbers grow with time, so that names sort by arrival. The counter separates mails of the same millisecond. */
const nextNumber = () => {
  let last = 0
  return () => {
    last = Math.max(last + 1, Date.now() * 100)
    return String(last)
  }
}

export function caughtMails(folder: string): CaughtMails {
  mkdirSync(folder, { recursive: true })
  const number = nextNumber()
  const envelopes = () => readdirSync(folder).filter((name) => /^\d+\.json$/.test(name))
  return {
    add(mail, message) {
      const id = number()
      const caught = { name: `${id}.eml`, ...mail }
      writeFileSync(join(folder, caught.name), message)
      writeFileSync(join(folder, `${id}.json.part`), JSON.stringify(caught))
      renameSync(join(folder, `${id}.json.part`), join(folder, `${id}.json`))
      return caught
    },
    list: () =>
      envelopes()
        .sort()
        .reverse()
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CaughtMail),
    read: (name) =>
      /^\d+\.eml$/.test(name) && readdirSync(folder).includes(name) ? readFileSync(join(folder, name)) : undefined,
  }
}
