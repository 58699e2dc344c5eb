/** What all services know about a link, a code, an address or a request, across accounts. */
import {
  type DiagnosedRelease,
  type Diagnosis,
  diagnosedItems,
  type Finding,
  operations,
  type SupportDiagnosis,
} from '@guidebook/contracts'
import { messagesOf } from '@guidebook/messages'
import { findAccount } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { findRequests } from '../journal/journal.ts'
import { byImportance, finding, type Language } from './finding.ts'
import { conclude, mailFindings, unknownFindings } from './findings.ts'
import { createInquiry, newestFirst, supportAsks } from './gather.ts'
import { refusalFinding, senderFindings } from './origin-findings.ts'
import type { Question } from './question.ts'

interface Asked {
  /** Only what belongs to it. */
  account: string | undefined
  language: Language
}

export async function answerForSupport(
  context: Context,
  question: Question,
  { account, language }: Asked,
): Promise<SupportDiagnosis> {
  const { services, database } = context
  const inquiry = createInquiry(context, supportAsks(language.lang))
  const texts = messagesOf('diagnosis', language.lang)
  const ofAccount = account === undefined ? {} : { account }

  const answer = async (): Promise<Partial<SupportDiagnosis>> => {
    switch (question.kind) {
      case 'link': {
        const diagnoses = await aboutReleases(await inquiry.findReleases({ link: question.link }, ofAccount))
        if (diagnoses.length > 0) return { diagnoses }
        // A program may have given its request an id that looks like a link.
        const traced = await aboutRequest(question.link)
        return (traced.requests?.length ?? 0) > 0 ? { kind: 'request', ...traced } : {}
      }
      case 'code':
        return { diagnoses: await aboutCode(question.code, ofAccount) }
      case 'email':
        return await aboutEmail(question.email)
      case 'request':
        return await aboutRequest(question.requestId)
    }
  }

  const aboutReleases = (releases: readonly DiagnosedRelease[]): Promise<Diagnosis[]> =>
    Promise.all(releases.map(async (release) => conclude(await inquiry.aboutRelease(release), language)))

  /** The releases with the code, and the rows and refused requests with it in other accounts. */
  async function aboutCode(code: number, of: { account?: string }): Promise<Diagnosis[]> {
    const [releases, facts] = await Promise.all([inquiry.findReleases({ code }, of), inquiry.aboutCode(code, of)])
    const operators = new Set(releases.map(({ operator }) => operator.id))
    const isOther = ({ account }: { account: string | null }) => account === null || !operators.has(account)
    const importRows = facts.importRows.filter(isOther)
    const refusedRequests = facts.refusedRequests.filter(isOther)
    const diagnoses = await aboutReleases(releases)
    if (importRows.length + refusedRequests.length === 0) return diagnoses
    return [...diagnoses, conclude({ ...facts, importRows, refusedRequests }, language)]
  }

  async function aboutEmail(email: string): Promise<Partial<SupportDiagnosis>> {
    const findImports = inquiry.ask(
      'importer',
      async (options) => {
        const query = { sender: email, limit: diagnosedItems, ...ofAccount }
        return (await services.importer.call(operations.findImports, { query, ...options })).body.items
      },
      [],
    )
    const senders = ['releases', 'importer', 'webhooks'] as const
    const [releases, imports, ...lists] = await Promise.all([
      inquiry.findReleases({ email }, ofAccount),
      findImports,
      ...senders.map((service) => inquiry.findMails(service, { to: email })),
    ])
    const mails = newestFirst(lists.flat())
    const findings = [...senderFindings(imports, texts, language), ...mailFindings({ mails }, texts)]
    return { diagnoses: await aboutReleases(releases), imports, mails, findings }
  }

  /** Its records, and the releases that it changed, or the code that it was refused for. */
  async function aboutRequest(requestId: string): Promise<Partial<SupportDiagnosis>> {
    const findLinks = inquiry.ask(
      'releases',
      async (options) => {
        const query = { requestId }
        const { body } = await services.releases.call(operations.findAuditByRequest, { query, ...options })
        return [...new Set(body.entries.map(({ release }) => release))].slice(0, diagnosedItems)
      },
      [],
    )
    const [requests, links] = await Promise.all([findRequests(database.knex, requestId, account), findLinks])
    const changed = await Promise.all(links.map((link) => inquiry.findReleases({ link }, ofAccount)))
    const named = requests.find(({ downloadCode }) => downloadCode !== null)
    const diagnoses =
      changed.flat().length === 0 && named?.downloadCode != null && named.account !== null
        ? await aboutCode(named.downloadCode, { account: named.account })
        : await aboutReleases(changed.flat())
    const findings = requests
      .filter(({ status }) => status >= 400)
      .map((one) => {
        const refusal = { ...one, code: one.error }
        return refusalFinding(refusal, { texts, language, zone: 'UTC', isServed: false })
      })
    return { requests, diagnoses, findings }
  }

  /** The accounts that the answer is about, if they are suspended. */
  async function suspensions({ diagnoses, imports, requests }: SupportDiagnosis): Promise<Finding[]> {
    const parts = diagnoses.flatMap(({ importRows, refusedRequests }) => [...importRows, ...refusedRequests])
    const concerned = new Set([
      account,
      ...diagnoses.map(({ release }) => release?.operator.id),
      ...[...parts, ...imports, ...requests].map((one) => one.account),
    ])
    const ids = [...concerned].filter((id) => id != null)
    const rows = await Promise.all(ids.map((id) => findAccount(database.knex, id)))
    return rows.flatMap((row) => {
      if (row === null || row.suspended_at === null) return []
      const message = texts['account-suspended']({ name: row.name })
      return [finding('account-suspended', 'error', message, texts['account-suspended.advice'])]
    })
  }

  const found: SupportDiagnosis = { ...empty, kind: question.kind, ...(await answer()) }
  const unknown = inquiry.unknown()
  const isKnown = Object.values(found).some((list) => Array.isArray(list) && list.length > 0)
  const findings = [
    ...(await suspensions(found)),
    ...byImportance(found.findings),
    ...(isKnown ? [] : nothing(texts, unknown.length > 0)),
    ...unknownFindings(unknown, texts),
  ]
  return { ...found, findings, unknown }
}

const empty = { diagnoses: [], imports: [], mails: [], requests: [], findings: [], unknown: [] }

/** When a service did not respond, nobody knows whether there is something. */
const nothing = (texts: ReturnType<typeof messagesOf<'diagnosis'>>, isPartial: boolean): Finding[] =>
  isPartial ? [] : [finding('nothing-found', 'warning', texts['nothing-found'], texts['nothing-found.advice'])]
