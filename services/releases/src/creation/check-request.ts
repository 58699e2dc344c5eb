import {
  type AccountProjection,
  type Fault,
  operations,
  type ReleaseRequest,
  type ResponseBodyOf,
} from '@guidebook/contracts'
import { batched, type InternalClient } from '@guidebook/service-kit'
import { findPartner } from '../account/accounts.ts'
import { bindNames, namesIn } from '../binding/bind-names.ts'
import type { Binding } from '../binding/bindings.ts'
import type { Context } from '../context.ts'
import { periodFaults, staysFaults } from '../release/period.ts'

export type FoundGuidebook = NonNullable<ResponseBodyOf<typeof operations.findGuidebooks, 200>['results'][number]>

interface Question {
  account: string
  customId: string
}

/** Finds guidebooks in geodata; null for one that does not exist. Concurrent look-ups share a request. */
export const createGuidebookFinder = (geodata: InternalClient) =>
  batched<Question, FoundGuidebook | null>({
    async load(questions) {
      const options = { body: { questions: [...questions] }, retry: true }
      const { body } = await geodata.call(operations.findGuidebooks, options)
      return body.results
    },
  })

export const guidebookMissing = (pointer: string): Fault => ({
  pointer,
  code: 'guidebook-not-found',
  message: 'No guidebook of the account has this custom ID.',
})

/**
 * A title in the requested language, else in the account's, else in English, else in the first by its code, as on the page and in the roadbook. One
 * of only spaces counts as missing.
 */
export function titleIn(titles: Readonly<Record<string, string>>, lang: string, defaultLang: string): string {
  const languages = [lang, defaultLang, 'en', ...Object.keys(titles).sort()]
  return languages.map((language) => titles[language]).find((title) => title?.trim()) ?? ''
}

/** What a request without faults names; its account is checked before. */
export interface CheckedRequest {
  guidebook: FoundGuidebook
  reseller: AccountProjection | null
  /** Of the names that geodata knows. */
  bindings: Binding[]
}

/** All faults of a request for a release except those of its codes, which only the database finds. Has no effect. */
export async function checkRequest(
  { accounts, findGuidebook, geodata }: Pick<Context, 'accounts' | 'findGuidebook' | 'geodata'>,
  account: string,
  request: ReleaseRequest,
): Promise<{ faults: Fault[]; checked: CheckedRequest | null }> {
  const { resellerOid, guidebookExternalId: customId } = request
  const [partner, guidebook, bindings] = await Promise.all([
    resellerOid === undefined ? null : findPartner(accounts, account, resellerOid, '/resellerOid'),
    findGuidebook({ account, customId }),
    bindNames(geodata, account, namedBy(request)),
  ])
  const faults = requestFaults(request)
  if (partner?.fault) faults.push(partner.fault)
  if (guidebook === null) faults.push(guidebookMissing('/guidebookExternalId'))
  const isGood = faults.length === 0 && guidebook !== null
  return { faults, checked: isGood ? { guidebook, reseller: partner?.reseller ?? null, bindings } : null }
}

const namedBy = ({ accommodation = [], text = [], additionalAssets: asset = [] }: ReleaseRequest) =>
  namesIn({ accommodation, text, asset })

/** The rules that need only the request. */
function requestFaults(request: ReleaseRequest): Fault[] {
  const { startdate: start, enddate: end, arrivaldate, departuredate, accommodation = [] } = request
  const period = { start, end, arrival: arrivaldate ?? null, departure: departuredate ?? null }
  const pointers = { start: '/startdate', end: '/enddate', arrival: '/arrivaldate', departure: '/departuredate' }
  const faults = [...periodFaults(period, pointers), ...staysFaults(accommodation, period, '/accommodation')]
  if (request.sellerDownloadCode !== undefined && request.resellerOid === undefined)
    faults.push(sellerMissing('/resellerOid'))
  return faults
}

export const sellerMissing = (pointer: string): Fault => ({
  pointer,
  code: 'required-field',
  message: 'A code for the seller needs the seller.',
})
