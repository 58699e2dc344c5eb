import { setTimeout as sleep } from 'node:timers/promises'
import type { Component, HealthCheck } from '@guidebook/service-kit'
import type { ImapFlow } from 'imapflow'
import type { Context } from '../context.ts'
import { openMailbox } from './connection.ts'
import { fetchNewMails, lookIntoInbox } from './fetch-mails.ts'
import { fileMails } from './file-mails.ts'
import { asSolePoller } from './sole-poller.ts'

export interface PollerOptions {
  context: Context
  /** Where the lock on the mailbox is held. */
  databaseUrl: string
  imapUrl: string
  /** Longest time between two looks, milliseconds; the server's announcement (IDLE) shortens it. */
  pollMs: number
  maxMailBytes: number
}

export interface Poller extends Component {
  /** Something can be filed. */
  wake(): void
  check: HealthCheck
}

const longestPauseMs = 30_000
/** A replica that is not the poller asks again after this time whether it should be. */
const standbyMs = 10_000

/** Watches the mailbox: fetches what comes, files what is decided, reconnects with growing pauses. */
export const createPoller = ({ context, databaseUrl, imapUrl, pollMs, maxMailBytes }: PollerOptions): Poller => {
  const { log } = context
  const ending = new AbortController()
  const mailbox = mailboxName(imapUrl)
  let bell = Promise.withResolvers<void>()
  let running: Promise<void> | undefined
  let failing: string | null = null

  const watch = async (client: ImapFlow, lost: AbortSignal) => {
    const ring = () => bell.resolve()
    client.on('exists', ring)
    client.on('close', ring)
    while (!ending.signal.aborted && client.usable) {
      bell = Promise.withResolvers()
      lost.throwIfAborted()
      const lock = await client.getMailboxLock('INBOX')
      try {
        // Asks for news: the numbers of an open mailbox change only when the server is heard.
        await client.noop()
        const inbox = await lookIntoInbox(client)
        await fetchNewMails(context, client, mailbox, inbox, maxMailBytes)
        await fileMails(context, client, mailbox, inbox)
      } finally {
        lock.release()
      }
      failing = null
      await Promise.race([bell.promise, sleepUntil(pollMs, ending.signal)])
    }
  }

  const connectAndWatch = (): Promise<boolean> =>
    asSolePoller({ databaseUrl, mailbox }, async (lost) => {
      const client = await openMailbox(imapUrl, log)
      // Whatever is being asked of the mail server fails at once: from here on another replica may be the poller.
      const close = () => client.close()
      lost.addEventListener('abort', close)
      try {
        await watch(client, lost)
      } finally {
        lost.removeEventListener('abort', close)
        close()
      }
    })

  const loop = async () => {
    let failures = 0
    while (!ending.signal.aborted) {
      try {
        const wasPoller = await connectAndWatch()
        failures = 0
        if (!wasPoller) await sleepUntil(standbyMs, ending.signal)
      } catch (error) {
        failing = 'the mailbox could not be read'
        if (failures++ === 0) log.warn({ err: error }, 'the mailbox is not watched; trying again')
        await sleepUntil(Math.min(longestPauseMs, 250 * 2 ** failures), ending.signal)
      }
    }
  }

  return {
    name: 'mailbox',
    wake: () => bell.resolve(),
    start: async () => {
      running ??= loop()
    },
    stop: async () => {
      ending.abort()
      bell.resolve()
      await running
    },
    check: {
      name: 'mailbox',
      check: async () => {
        if (failing !== null) throw new Error(failing)
      },
    },
  }
}

const sleepUntil = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })

/** Names the mailbox without its password. */
const mailboxName = (imapUrl: string): string => {
  const url = new URL(imapUrl)
  return `${url.username}@${url.host}/INBOX`
}
