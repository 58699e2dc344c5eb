/** "My guests did not get the roadbook": why, in one question, for partners and for support. */
import { operations, schemas, validate } from '@guidebook/contracts'
import { fail, isUuid, type Route, route } from '@guidebook/service-kit'
import { findAccount } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { conclude } from './findings.ts'
import { createInquiry, nothingAbout } from './gather.ts'
import { readQuestion } from './question.ts'
import { answerForSupport } from './support-answer.ts'

/** For the account’s own releases and codes. A name of another account gives the same 404 as an unknown one. */
export const diagnosisRoutes = (context: Context): Route[] => [
  route(operations.diagnoseRelease, async ({ identity, params: { release: name }, query: { lang = 'en' } }) => {
    const { issuer: _, ...asker } = identity
    const account = identity.account ?? fail('unauthorized')
    const inquiry = createInquiry(context, { identity: asker, account, language: lang })
    const code = codeOf(name)
    const [release] = await inquiry.findReleases(code === null ? { link: name } : { code })
    const facts =
      release !== undefined
        ? await inquiry.aboutRelease(release)
        : code !== null
          ? await inquiry.aboutCode(code, { account })
          : nothingAbout(inquiry)
    const { importRows, refusedRequests, unknown } = facts
    const timeZone = (await findAccount(context.database.knex, account))?.time_zone
    if (facts.release === null && importRows.length + refusedRequests.length + unknown.length === 0) {
      fail('not-found', 'No release, row or refused request of the account has this link or code.')
    }
    return { status: 200, body: conclude(facts, { lang, publicUrl: context.settings.PUBLIC_URL, timeZone }) }
  }),
]

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
