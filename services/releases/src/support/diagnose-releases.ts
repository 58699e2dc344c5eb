/** The state of the releases in question, for the answer to "my guests did not get the roadbook". */
import { type DiagnosedRelease, diagnosedItems, operations, type QueryOf } from '@guidebook/contracts'
import { dayAt, endOfDay, isUuid, prepared, type Route, route, startOfDay } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { listAudit, presentEntry } from '../audit/queries.ts'
import { type ProblemTexts, problemTextsFor } from '../builds/build-problems.ts'
import { findReport, presentBuild } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { newestDevices, presentDevice } from '../device/devices.ts'
import { auditTextsFor, type TellEntry } from '../language/audit-texts.ts'
import { type FoundRow, joinAccounts, requireAccounts, selectRelease } from '../release/queries.ts'
import { type Release, tripLinkUrl } from '../release/release.ts'
import { accessAt, findPublished, type Trip } from '../trip-link/trip.ts'
import { presentCounts } from '../usage/routes.ts'
import { findReleaseUsage, noCounts } from '../usage/usage.ts'

export const diagnosisRoutes = (context: Context): Route[] => [
  route(operations.diagnoseReleases, async ({ query, headers }) => {
    const texts = { build: problemTextsFor(headers), entry: auditTextsFor(headers) }
    const found = await findReleases(context.database.knex, query)
    const isOperator = (release: Release) => query.account === undefined || query.account === release.account
    const releases = found.map((release) => diagnoseRelease(context, release, texts, isOperator(release)))
    return { status: 200, body: { releases: await Promise.all(releases) } }
  }),
]

type Question = QueryOf<typeof operations.diagnoseReleases>

const byLink = 'select account, release_id from release_links where link = :link'

/** A number that is no code may be the internal number of a release, for support. A revoked release has its codes no longer. */
const byCode = `select operator, release_id from download_codes
    where code = cast(:code as bigint) and (cast(:account as uuid) is null or account = :account)
  union select account, id from releases where revoked_at is not null and download_code = cast(:code as bigint)
    and (cast(:account as uuid) is null or account = :account)
  union select account, id from releases where revoked_at is not null and seller_download_code = cast(:code as bigint)
    and (cast(:account as uuid) is null or seller = :account)
  union select account, id from releases where id = cast(:code as bigint)`

/** Releases of an address that are looked at: an office may give its own one with each booking. */
const mostOfEmail = 1_000
const byEmail = `select account, id from releases where lower(email) = lower(cast(:email as text)) order by id desc limit ${mostOfEmail}`

/** The newest releases that the account operates or sells, or any account's, also revoked ones. Those that work come before revoked ones. */
async function findReleases(knex: Knex, { account, link, code, email }: Question): Promise<Release[]> {
  if (account !== undefined && !isUuid(account)) return []
  const [name, which] =
    link === undefined ? (code === undefined ? ['email', byEmail] : ['code', byCode]) : ['link', byLink]
  const rows = await prepared<FoundRow>(
    knex,
    `releases/diagnosed-by-${name}`,
    `select ${selectRelease} from releases r ${joinAccounts}
      where (r.account, r.id) in (${which})
        and (cast(:account as uuid) is null or r.account = :account or r.seller = :account)
      order by r.revoked_at is not null, r.id desc limit ${diagnosedItems}`,
    { account: account ?? null, ...(link && { link }), ...(code && { code }), ...(email && { email }) },
  )
  return rows.map(requireAccounts)
}

/** `isComplete`: false for the seller, who sees neither the log nor the names of devices. */
async function diagnoseRelease(
  context: Context,
  release: Release,
  texts: { build: ProblemTexts; entry: TellEntry },
  isComplete: boolean,
): Promise<DiagnosedRelease> {
  const { clock, publicUrl } = context
  const { knex } = context.database
  const now = clock.now()
  const [trip, report, devices, usage, changes] = await Promise.all([
    findPublished(knex, release),
    findReport(knex, release),
    newestDevices(knex, release, diagnosedItems),
    findReleaseUsage(knex, release),
    isComplete ? listAudit(knex, release, null, diagnosedItems) : [],
  ])
  const { provider, reseller } = release
  const { published, shows } = shownBy(trip, now)
  return {
    id: release.id,
    key: release.key,
    link: release.link,
    url: tripLinkUrl(publicUrl, release.link),
    title: release.title,
    kind: release.kind,
    downloadCode: release.download_code,
    sellerDownloadCode: release.seller_download_code,
    operator: partyOf(provider),
    seller: reseller && partyOf(reseller),
    createdAt: release.created_at.toISOString(),
    revokedAt: release.revoked_at?.toISOString() ?? null,
    disabled: release.disabled,
    locked: release.locked,
    shows,
    period: periodOf(release, now),
    channels: channelsOf(release),
    build: presentBuild(release, report, texts.build),
    published,
    devices: {
      limit: release.devices,
      registered: devices.count,
      newest: isComplete ? devices.newest.map(presentDevice) : [],
    },
    usage:
      usage.counts === null && !usage.isCounted
        ? null
        : {
            ...presentCounts(usage.counts ?? noCounts),
            firstDay: usage.counts?.first_day ?? null,
            lastDay: usage.counts?.last_day ?? null,
          },
    changes: changes.map((entry) => presentEntry(entry, texts.entry)),
  }
}

const partyOf = ({ id, oid, name }: Release['provider']) => ({ id, oid, name })

/** The link shows the newest documents there are, also while newer ones are built or could not be built. */
function shownBy({ release, publication, waitsFor }: Trip, now: Date) {
  const published = publication && {
    generation: publication.generation,
    at: publication.published_at.toISOString(),
    otherLanguages: (publication.artifacts.languages ?? []).map(({ lang }) => lang),
  }
  const access = accessAt(release, now, release.provider.timeZone)
  const closed = { revoked: 'revoked', disabled: 'disabled', ended: 'over' } as const
  if (access.state === 'over') return { published, shows: closed[access.reason] }
  if (access.state === 'early') return { published, shows: 'early' } as const
  if (publication !== null) return { published, shows: 'open' } as const
  return { published, shows: waitsFor === 'failed' ? 'failed' : 'preparing' } as const
}

function periodOf({ start_date: start, end_date: end, provider: { timeZone } }: Release, now: Date) {
  return {
    start,
    end,
    timeZone,
    today: dayAt(now, timeZone),
    opensAt: new Date(startOfDay(start, timeZone)).toISOString(),
    closesAt: new Date(endOfDay(end, timeZone)).toISOString(),
  }
}

function channelsOf(release: Release): DiagnosedRelease['channels'] {
  const channel = (name: 'app' | 'pdf' | 'gpx') => {
    const enabled = release[`${name}_enabled`]
    return { enabled, available: enabled && release[`${name}_available`] }
  }
  return { app: channel('app'), pdf: channel('pdf'), gpx: channel('gpx') }
}
