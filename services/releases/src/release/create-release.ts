import type { AccountProjection, ReleaseRequest } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { AuditNote } from '../audit/audit-note.ts'
import { buildRequest } from '../builds/request-build.ts'
import type { Context } from '../context.ts'
import { mailShare, shareMessage } from '../sharing/share.ts'
import type { CheckedRequest } from './check-request.ts'
import { titleIn } from './find-guidebook.ts'
import { insertReleases, type ReleaseRows } from './insert-releases.ts'
import { customizationOf, newRelease, type ReleaseDraft } from './new-release.ts'
import type { FullRelease } from './queries.ts'

/** Who creates a release, for its audit log. */
export type Author = Pick<AuditNote, 'actor' | 'requestId'>

/** What a request for a plain, customized or reseller release makes; `sellerCode` counts only when there is a seller. */
export function draftOf(
  operator: AccountProjection,
  request: ReleaseRequest,
  { guidebook, seller }: CheckedRequest,
  { sellerCode, email }: { sellerCode: number; email: string | null },
): ReleaseDraft {
  const customization = customizationOf(request)
  return {
    account: operator.id,
    kind: customization.customized ? 'customized' : 'plain',
    ...customization,
    downloadCode: request.downloadCode,
    seller: seller?.id ?? null,
    sellerDownloadCode: seller === null ? null : sellerCode,
    title: titleIn(guidebook.titles, request.lang, operator.defaultLang),
    sourceGuidebook: guidebook.id,
    sourceVersion: guidebook.version,
    guidebook: guidebook.id,
    startDate: request.startdate,
    endDate: request.enddate,
    arrivalDate: request.arrivaldate ?? null,
    departureDate: request.departuredate ?? null,
    lang: request.lang,
    devices: request.devices,
    positioning: request.positioning ?? true,
    appEnabled: true,
    pdfEnabled: true,
    gpxEnabled: true,
    email,
  }
}

type Needs = Pick<Context, 'clock' | 'publicUrl'>

interface NewRelease {
  draft: ReleaseDraft
  /** Taken beforehand: a transaction holds a connection already. */
  number: number
  parties: FullRelease['parties']
}

/** Stores a release that was checked, asks for its build and tells its seller. Throws `DownloadCodeTakenError`: the transaction must be given up. */
export async function createRelease(
  trx: Knex.Transaction,
  needs: Needs,
  release: NewRelease,
  author: Author,
): Promise<FullRelease> {
  const { full, rows } = beginRelease(needs, release, author)
  const [taken] = await insertReleases(trx, [{ ...rows, replies: [], outcomes: [] }])
  if (taken) throw taken
  await mailShare(trx, full, needs.publicUrl)
  return full
}

/** A release that was checked, as it begins, and what is written with it. Writes nothing yet. */
export function beginRelease(
  { clock, publicUrl }: Needs,
  { draft, number, parties }: NewRelease,
  author: Author,
): { full: FullRelease; rows: Omit<ReleaseRows, 'replies' | 'outcomes'> } {
  const full = { release: newRelease(draft, number, clock.now()), parties }
  const created: AuditNote = {
    ...author,
    action: 'release.created',
    severity: 'info',
    message: `The ${draft.kind} release was created.`,
    after: audited(draft),
  }
  const notes = [created, ...sharedNotes(full, author)]
  const messages = [...buildRequest(full.release), ...shareMessage(full, publicUrl)]
  return { full, rows: { release: full.release, notes, messages } }
}

export function sharedNotes({ parties: { seller } }: FullRelease, author: Author): AuditNote[] {
  if (seller === null) return []
  const message = `The release was shared with ${seller.name} (${seller.oid}).`
  return [{ ...author, action: 'release.shared', severity: 'info', message, after: { seller: seller.oid } }]
}

/** The fields of a new release that its log keeps. */
function audited(draft: ReleaseDraft) {
  const { downloadCode, startDate, endDate, arrivalDate, departureDate, lang, devices, sourceGuidebook } = draft
  return { downloadCode, startDate, endDate, arrivalDate, departureDate, lang, devices, guidebook: sourceGuidebook }
}
