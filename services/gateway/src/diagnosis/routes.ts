/** "My guests did not get the roadbook": why, in one question, for partners and for support. */
import { operations, schemas, validate } from '@guidebook/contracts'
import { FairSemaphore, fail, isUuid, type Route, route } from '@guidebook/service-kit'
import { findAccount } from '../account/queries.ts'
import type { Context } from '../context.ts'
import type { Facts } from './finding.ts'
import { conclude } from './findings.ts'
import { createInquiry, type Inquiry, nothingAbout } from './gather.ts'
import { readQuestion } from './question.ts'
import { answerForSupport } from './support-answer.ts'

/** Diagnoses at once: each calls all services several times, over connections that all accounts share. */
const limits = { capacity: 32, perOwner: 4, mostWaiting: 1_000, waitMs: 10_000 }

/** For the account’s own releases and codes. A name of another account gives the same 404 as an unknown one. */
export function diagnosisRoutes(context: Context): Route[] {
  const shares = new FairSemaphore(limits)
  return [
    route(
      operations.diagnoseRelease,
      async ({ identity, params: { release: name }, query: { lang = 'en' }, signal }) => {
        const { issuer: _, ...asker } = identity
        const account = identity.account ?? fail('unauthorized')
        const inquiry = createInquiry(context, { identity: asker, account, language: lang })
        const facts = await shares.run(account, () => factsAbout(inquiry, name, account), { signal })
        const { importRows, refusedRequests, unknown } = facts
        const timeZone = (await findAccount(context.database.knex, account))?.time_zone
        if (facts.release === null && importRows.length + refusedRequests.length + unknown.length === 0) {
          fail('not-found', 'No release, row or refused request of the account has this link or code.')
        }
        return { status: 200, body: conclude(facts, { lang, publicUrl: context.settings.PUBLIC_URL, timeZone }) }
      },
    ),
  ]
}

async function factsAbout(inquiry: Inquiry, name: string, account: string): Promise<Facts> {
  const code = codeOf(name)
  const [release] = await inquiry.findReleases(code === null ? { link: name } : { code })
  if (release !== undefined) return await inquiry.aboutRelease(release)
  return code === null ? nothingAbout(inquiry) : await inquiry.aboutCode(code, { account })
}

const codeOf = (name: string): number | null =>
  /^\d+$/.test(name) && validate(schemas.downloadCode, Number(name)).length === 0 ? Number(name) : null

/** For support, across accounts. */
export const diagnosisAdminRoutes = (context: Context): Route[] => [
  route(operations.diagnose, async ({ query: { q, account, lang = 'en' } }) => {
    if (account !== undefined && !isUuid(account)) return fail('not-found')
    const language = { lang, publicUrl: context.settings.PUBLIC_URL }
    return { status: 200, body: await answerForSupport(context, readQuestion(q), { account, language }) }
  }),
]
