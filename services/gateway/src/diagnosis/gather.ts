/** Asks the services what they know. A service that does not respond in time is named, and the others are shown without it. */
import {
  type DiagnosedRelease,
  type DiagnosedRow,
  diagnosedItems,
  operations,
  type SentMail,
  type ServiceName,
} from '@guidebook/contracts'
import { ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import { findAccount } from '../account/queries.ts'
import { support } from '../admin/support.ts'
import type { Context, OtherService } from '../context.ts'
import { findRefusals } from '../journal/journal.ts'
import type { Facts } from './finding.ts'
import { errorText } from './origin-findings.ts'

/** Milliseconds for each call. There are three in a row at most for a partner, up to seven for support, and a person waits for the answer. */
const deadlineMs = 2_500

export interface Asker {
  identity: StatedIdentity
  /** Null: support, who sees everything. */
  account: string | null
  /** Of all reasons that the services give. */
  language: string
}

export const supportAsks = (language: string): Asker => ({ identity: support, account: null, language })

export type Inquiry = ReturnType<typeof createInquiry>

type Call<T> = (options: { identity: StatedIdentity; deadlineMs: number; language: string }) => Promise<T>

/** The calls for one answer, and the services that did not respond to them. */
export function createInquiry({ database: { knex }, services, log }: Context, asker: Asker) {
  const unknown = new Set<OtherService>()
  const account = asker.account === null ? {} : { account: asker.account }

  /** Returns `otherwise` when the service does not respond, or fails. */
  async function ask<T>(service: OtherService, call: Call<T>, otherwise: T): Promise<T> {
    try {
      return await call({ identity: asker.identity, deadlineMs, language: asker.language })
    } catch (error) {
      // A refusal would be a mistake of this program.
      if (error instanceof ServiceError && error.status < 500) throw error
      log.warn({ target: service, err: error }, 'a service did not respond to a diagnosis')
      unknown.add(service)
      return otherwise
    }
  }

  const findReleases = (named: { link: string } | { code: number } | { email: string }, of = account) =>
    ask(
      'releases',
      async (options) => {
        const { body } = await services.releases.call(operations.diagnoseReleases, {
          query: { ...named, ...of },
          ...options,
        })
        return body.releases
      },
      [],
    )

  const findRows = (code: number, of: { account?: string }) =>
    ask(
      'importer',
      async (options) => {
        const { body } = await services.importer.call(operations.diagnoseImports, {
          query: { code, ...of },
          ...options,
        })
        return body.rows
      },
      [],
    )

  const findMails = (service: 'releases' | 'importer' | 'webhooks', query: { about: string } | { to: string }) =>
    ask(
      service,
      async (options) => (await services[service].call(operations.listMails, { query, ...options })).body.mails,
      [],
    )

  const findBuilder = ({ operator, id: release, build }: DiagnosedRelease) =>
    ask(
      'builder',
      async (options) => {
        const query = { account: operator.id, release, generation: build.generation ?? 1 }
        return (await services.builder.call(operations.diagnoseBuild, { query, ...options })).body.builder
      },
      null,
    )

  const findWebhook = ({ seller, link }: DiagnosedRelease) =>
    seller === null
      ? null
      : ask(
          'webhooks',
          async (options) => {
            const query = { account: seller.id, release: link }
            return (await services.webhooks.call(operations.diagnoseDeliveries, { query, ...options })).body.webhook
          },
          null,
        )

  /** The reports on the newest file that has a row of the code. */
  const reportsOn = (rows: readonly DiagnosedRow[]) =>
    rows[0] === undefined ? [] : findMails('importer', { about: rows[0].mail })

  /** The seller sees only mails to its own address: an on-demand release may have had another seller before. */
  async function mailsAbout({ key, operator }: DiagnosedRelease): Promise<SentMail[]> {
    const mails = await findMails('releases', { about: key })
    if (asker.account === null || asker.account === operator.id) return mails.map(maskMail(asker))
    const address = (await findAccount(knex, asker.account))?.email.toLowerCase() ?? null
    return mails.filter(({ kind, to }) => kind === 'share' && to?.toLowerCase() === address)
  }

  /** Everything about a release. The seller does not see the operator’s files, requests and mails. */
  async function aboutRelease(release: DiagnosedRelease): Promise<Facts> {
    const isSeller = asker.account !== null && asker.account !== release.operator.id
    const origin = isSeller ? unseen : aboutCode(release.downloadCode, { account: release.operator.id })
    const [builder, webhook, mails, { importRows, refusedRequests, mails: reports }] = await Promise.all([
      findBuilder(release),
      findWebhook(release),
      mailsAbout(release),
      origin,
    ])
    return {
      release,
      builder,
      webhook,
      importRows,
      refusedRequests,
      mails: newestFirst([...mails, ...reports]),
      unknown: [...unknown],
    }
  }

  /** The rows, refused requests and reports of a code. */
  async function aboutCode(code: number, of: { account?: string }): Promise<Facts> {
    const [importRows, refusals] = await Promise.all([findRows(code, of), findRefusals(knex, code, of.account ?? null)])
    const mails = await reportsOn(importRows)
    const refusedRequests = refusals.map((one) => ({ ...one, title: errorText(asker.language, one.code) }))
    return { ...unseen, importRows, refusedRequests, mails, unknown: [...unknown] }
  }

  return { ask, findReleases, findMails, aboutRelease, aboutCode, unknown: (): ServiceName[] => [...unknown] }
}

/** When only some services responded: nobody knows whether there is such a release. */
export const nothingAbout = ({ unknown }: Pick<Inquiry, 'unknown'>): Facts => ({ ...unseen, unknown: unknown() })

const unseen: Facts = {
  release: null,
  builder: null,
  webhook: null,
  importRows: [],
  refusedRequests: [],
  mails: [],
  unknown: [],
}

/** The operator does not see the address of its seller, nor what a mail server said of it. */
const maskMail =
  ({ account }: Asker) =>
  (mail: SentMail): SentMail =>
    account !== null && mail.kind === 'share' ? { ...mail, to: null, lastError: null } : mail

export const newestFirst = (mails: readonly SentMail[]): SentMail[] =>
  mails.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, diagnosedItems)
