import type { AccountProjection, Fault, ReleaseRequest } from '@guidebook/contracts'
import { findPartner } from '../account/find-partner.ts'
import type { Context } from '../context.ts'
import { type FoundGuidebook, findGuidebook } from './find-guidebook.ts'
import { periodFaults, stayFaults } from './period.ts'

/** What a good request names; its account is checked before. */
export interface CheckedRequest {
  guidebook: FoundGuidebook
  seller: AccountProjection | null
}

type Needs = Pick<Context, 'accounts' | 'guidebooks'>

/** Everything that is wrong with a request for a release but the codes, which only the database can tell. Has no effect. */
export async function checkRequest(
  { accounts, guidebooks }: Needs,
  account: string,
  request: ReleaseRequest,
): Promise<{ faults: Fault[]; checked: CheckedRequest | null }> {
  const { resellerOid, guidebookExternalId } = request
  const [partner, found] = await Promise.all([
    resellerOid === undefined ? null : findPartner(accounts, account, resellerOid, '/resellerOid'),
    findGuidebook(guidebooks, account, guidebookExternalId, '/guidebookExternalId'),
  ])
  const faults = [...requestFaults(request), partner?.fault, found.fault].filter((fault) => fault !== undefined)
  if (faults.length > 0 || found.guidebook === undefined) return { faults, checked: null }
  return { faults, checked: { guidebook: found.guidebook, seller: partner?.seller ?? null } }
}

/** The rules that need nothing but the request. */
export function requestFaults(request: ReleaseRequest): Fault[] {
  const { startdate: start, enddate: end, arrivaldate, departuredate, accommodation = [] } = request
  const period = { start, end, arrival: arrivaldate ?? null, departure: departuredate ?? null }
  const pointers = { start: '/startdate', end: '/enddate', arrival: '/arrivaldate', departure: '/departuredate' }
  const faults = periodFaults(period, pointers)
  // Against a period that runs backwards every stay would be wrong, too.
  if (start <= end) faults.push(...accommodation.flatMap((stay, i) => stayFaults(stay, period, `/accommodation/${i}`)))
  if (request.sellerDownloadCode !== undefined && request.resellerOid === undefined) {
    const message = 'A code for the seller needs the seller.'
    faults.push({ pointer: '/resellerOid', code: 'required-field', message })
  }
  return faults
}
