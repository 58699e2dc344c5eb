import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { call, checkedRequest } from '@guidebook/cli/admin'
import { type Client, createClient } from '@guidebook/client'
import type { AnswerOf, Operation, PartsOf } from '@guidebook/contracts'
import type { Report } from '../report.ts'
import type { Demonstration, DemonstrationAccount, Description } from '../state/description.ts'
import { oneLineMessage, UserFacingError } from '../user-facing-error.ts'
import type { DataSet } from './data/data-set.ts'

/** Fails the step with the message when the condition is false. */
export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new UserFacingError(message)
}

export const timeZone = 'Europe/Paris'

/** Today in a time zone, as `YYYY-MM-DD`, and the days after it. */
export function daysFrom(zone: string, now = new Date()): (offset: number) => string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now)
  return (offset) => new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10)
}

/** Calls are retried while a part of the system is unavailable: its restart only delays them. */
const limits = { timeoutMs: 60_000, retries: Number.POSITIVE_INFINITY }

/** What the demonstration needs to know of a system. */
export interface DemoSystem extends Pick<Description, 'baseUrl' | 'adminUrl' | 'adminToken'> {
  /** The beginning of Trip Links when travellers reach the system under another address than the demonstration. */
  publicUrl?: string
  mail: Pick<Description['mail'], 'importAddress' | 'smtpUrl' | 'smtpPassword' | 'page'>
  /** `host`: the address at which the system reaches the receiver; this machine by default. */
  webhookReceiver: Description['webhookReceiver'] & { host?: string }
  /** The latest demonstration. */
  demonstration?: Demonstration | null
}

/** Calls operations as support. They must be safe to repeat. */
export function supportOf({ adminUrl: url, adminToken: token }: Pick<DemoSystem, 'adminUrl' | 'adminToken'>) {
  const connection = { url, token, from: 'the demonstration' }
  return <const O extends Operation>(operation: O, parts: PartsOf<O>): Promise<AnswerOf<O>['body']> =>
    call(connection, checkedRequest(operation, parts), limits)
}

/** Dependencies common to all steps of one demonstration. */
export type DemoContext = ReturnType<typeof createContext>

export interface Accounts {
  operator: DemonstrationAccount
  reseller: DemonstrationAccount
}

/** `signal`: the request to stop. */
export function createContext(
  system: DemoSystem,
  data: DataSet,
  report: Report,
  signal: AbortSignal = new AbortController().signal,
) {
  const number = Date.now()
  let steps = 0
  return {
    system,
    data,
    /** Makes this run's custom IDs and codes unique. */
    suffix: `${number.toString(36)}${randomBytes(2).toString('hex')}`,
    code: (index: number) => number * 100 + index,
    day: daysFrom(timeZone),

    support: supportOf(system),

    /** The client of a partner. */
    partner: ({ key: apiKey }: DemonstrationAccount): Client =>
      createClient({ baseUrl: system.baseUrl, apiKey, ...limits }),

    /** The address of a traveller's page or file as the demonstration reaches it. */
    reach({ url }: { url: string }): string {
      const { publicUrl, baseUrl } = system
      if (publicUrl === undefined) return url
      expectThat(url.startsWith(`${publicUrl}/`), `${url} does not begin with ${publicUrl}`)
      return baseUrl + url.slice(publicUrl.length)
    },

    /** Polls until `look` returns a value. `subject` completes the message "did not see …". Rejects after a request to stop. */
    async waitUntil<T>(subject: string, deadlineMs: number, look: () => Promise<T | undefined>): Promise<T> {
      for (const until = Date.now() + deadlineMs; ; await delay(100, undefined, { signal })) {
        const seen = await look()
        if (seen !== undefined) return seen
        if (Date.now() > until) throw new UserFacingError(`did not see ${subject} within ${deadlineMs / 1000} s`)
      }
    },

    /** Runs a step and reports it with its duration. A step that fails ends the demonstration, and none begins after a request to stop. */
    async step<T>(title: string, work: () => Promise<T>): Promise<T> {
      signal.throwIfAborted()
      steps += 1
      const label = String(steps).padStart(2)
      const startedAt = performance.now()
      const finish = (mark: string) => {
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(2)
        report(`  ${mark} ${label}  ${title.padEnd(72)} ${seconds.padStart(6)} s`)
      }
      try {
        const result = await work()
        finish('✓')
        return result
      } catch (error) {
        // After a request to stop, an error is no failure of the step.
        signal.throwIfAborted()
        finish('✗')
        throw new UserFacingError(`${title}: ${oneLineMessage(error)}`)
      }
    },
  }
}
