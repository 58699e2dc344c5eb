import type { RefusalReason } from '../../src/mail/refusals.ts'
import { part, withParts } from '../mail-builder.ts'

export interface MailExpectation {
  /** Names and contents, in order; the usual list unless said. */
  files?: [name: string | null, content?: string][]
  refused?: [name: string, reason: RefusalReason][]
  /** `bookings@operator.example` unless said. */
  from?: string | null
  subject?: string
  messageId?: string | null
  references?: string[]
  automatic?: boolean
}

export interface HostileMail extends MailExpectation {
  name: string
  raw: () => Buffer | Promise<Buffer>
}

/** What it is called, the mail, and what is read from it. */
export type Row = [name: string, raw: Buffer | (() => Buffer | Promise<Buffer>), expected: MailExpectation]
export const cases = (group: string, rows: Row[]): HostileMail[] =>
  rows.map(([name, raw, expected]) => ({
    name: `${group}: ${name}`,
    raw: Buffer.isBuffer(raw) ? () => raw : raw,
    ...expected,
  }))

export const list: MailExpectation = { files: [['list.csv']] }
export const nothing: MailExpectation = {}
export const named = (name: string | null): MailExpectation => ({ files: [[name]] })
export const refused = (name: string, reason: RefusalReason): MailExpectation => ({ refused: [[name, reason]] })

/** A list in this transfer encoding. */
export const encoded = (encoding: string, content: string) =>
  withParts(part(['Content-Type: text/csv; name=list.csv', `Content-Transfer-Encoding: ${encoding}`], content))
