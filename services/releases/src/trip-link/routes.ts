import { type Artifacts, operations } from '@guidebook/contracts'
import { fail, type OperationRequest, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { isRegistered } from '../device/queries.ts'
import { registerDevice } from '../device/register-device.ts'
import type { FullRelease } from '../release/queries.ts'
import { manifestOf } from './manifest.ts'
import { finished } from './page-cache.ts'
import { pageKey } from './page-key.ts'
import { previewGpx, previewPage, previewRoadbook } from './preview.ts'
import { refuseTrip } from './refusal.ts'
import { scriptRoute } from './scripts.ts'
import { showTrip, showWithout, tripPath } from './show-trip.ts'
import { findTrip, type Trip } from './trip.ts'
import {
  bundleOf,
  gpxArchiveOf,
  gpxFileOf,
  iconOf,
  imageOf,
  type Missing,
  roadbookOf,
  sendFile,
  type TripFile,
} from './trip-file.ts'

const page = (context: Context) =>
  route(operations.readTripPage, async ({ params, headers, raw }) =>
    // A page is for people: whatever a program says it accepts, there is nothing else here.
    answerPage(context, params.link, { headers: { ...headers, accept: 'text/html' }, raw }),
  )

const pageInLanguage = (context: Context) =>
  route(operations.readTripPageIn, async (request) =>
    answerPage(context, request.params.link, request, request.params.language),
  )

async function answerPage(
  context: Context,
  link: string,
  { headers, raw }: Pick<OperationRequest, 'headers' | 'raw'>,
  language?: string,
) {
  const trip = await findTrip(context, link)
  if (trip === null) return refuseTrip(headers, { why: 'unknown' })
  const { full, access, publication } = trip
  if (access.state !== 'open') return refuseTrip(headers, { why: 'closed', full, access })
  // A page that is still being prepared looks again by itself: there is nothing to be counted yet.
  if (publication === null)
    return { status: 200, ...finished(showWithout(trip, headers)), contentType: htmlPage } as const
  const key = await pageKey(context.publications, publication, language)
  const base = tripPath(context.publicUrl, full.release.link)
  if (key === null) return refuseTrip(headers, { why: 'no-language', full, base })
  const isLook = raw.method === 'GET' && headers['sec-fetch-dest'] !== 'empty'
  if (isLook) context.usage.note(full, 'pageViews')
  const shown = await showTrip(context, trip, publication, { headers, key })
  return { status: 200, ...shown, contentType: htmlPage } as const
}

const htmlPage = 'text/html; charset=utf-8'

const manifest = (context: Context) =>
  route(operations.readTripManifest, async ({ params, headers }) => {
    const trip = await findTrip(context, params.link)
    if (trip === null) return refuseTrip(headers, { why: 'unknown' })
    const { full, access, publication } = trip
    if (access.state !== 'open') return refuseTrip(headers, { why: 'closed', full, access })
    const body = manifestOf(full, tripPath(context.publicUrl, full.release.link), publication?.artifacts ?? null)
    return { status: 200, body, contentType: 'application/manifest+json' }
  })

interface FileWanted {
  choose(full: FullRelease, artifacts: Artifacts | null): TripFile | Missing
  /** What it counts as, when it does. */
  counted?: 'roadbookDownloads' | 'gpxDownloads' | 'appDownloads'
}

/** The file of an open trip that is wanted, else why there is none. */
async function answerFile(
  context: Context,
  trip: Trip | null,
  { headers, raw }: Pick<OperationRequest, 'headers' | 'raw'>,
  { choose, counted }: FileWanted,
) {
  if (trip === null) return refuseTrip(headers, { why: 'unknown' })
  const { full, access, publication } = trip
  if (access.state !== 'open') return refuseTrip(headers, { why: 'closed', full, access })
  const file = choose(full, publication?.artifacts ?? null)
  if (typeof file !== 'string') {
    // Who asks whether it has changed has it; and what the page's own script fetches, for its offline copy, nobody has looked at.
    const isFetched =
      raw.method === 'GET' && headers['if-none-match'] === undefined && headers['sec-fetch-dest'] !== 'empty'
    if (counted !== undefined && isFetched) context.usage.note(full, counted)
    return await sendFile(context.objectStore, file)
  }
  return refuseTrip(headers, { why: file, full, base: tripPath(context.publicUrl, full.release.link) })
}

const roadbook = (context: Context) =>
  route(operations.readTripRoadbook, async (request) => {
    const trip = await findTrip(context, request.params.link)
    return await answerFile(context, trip, request, { choose: roadbookOf, counted: 'roadbookDownloads' })
  })

const gpxArchive = (context: Context) =>
  route(operations.readTripGpx, async (request) => {
    const trip = await findTrip(context, request.params.link)
    return await answerFile(context, trip, request, { choose: gpxArchiveOf, counted: 'gpxDownloads' })
  })

const gpxFile = (context: Context) =>
  route(operations.readTripGpxFile, async (request) => {
    const { link, file } = request.params
    const choose: FileWanted['choose'] = (full, artifacts) => gpxFileOf(full, artifacts, file)
    return await answerFile(context, await findTrip(context, link), request, { choose, counted: 'gpxDownloads' })
  })

const image = (context: Context) =>
  route(operations.readTripImage, async (request) => {
    const { link, name } = request.params
    const choose: FileWanted['choose'] = (_, artifacts) => imageOf(artifacts, name)
    return await answerFile(context, await findTrip(context, link), request, { choose })
  })

const icon = (context: Context) =>
  route(operations.readTripIcon, async (request) => {
    const { link, name } = request.params
    const choose: FileWanted['choose'] = (_, artifacts) => iconOf(artifacts, name)
    return await answerFile(context, await findTrip(context, link), request, { choose })
  })

/** The app holds the trip for registered devices alone. */
const bundle = (context: Context) =>
  route(operations.readTripBundle, async (request) => {
    const trip = await findTrip(context, request.params.link)
    const deviceId = String(request.headers['device-id'])
    if (trip?.access.state === 'open' && trip.full.release.appEnabled) {
      if (!(await isRegistered(context.database.knex, trip.full.release, deviceId)))
        return fail('device-not-registered')
    }
    return await answerFile(context, trip, request, { choose: bundleOf, counted: 'appDownloads' })
  })

const revokedMeanwhile = { state: 'over', reason: 'revoked' } as const

const device = (context: Context) =>
  route(operations.registerDevice, async ({ body, params, headers, requestId }) => {
    const trip = await findTrip(context, params.link)
    if (trip === null) return refuseTrip(headers, { why: 'unknown' })
    const { full, access } = trip
    if (access.state !== 'open') return refuseTrip(headers, { why: 'closed', full, access })
    const base = tripPath(context.publicUrl, params.link)
    if (!full.release.appEnabled) return refuseTrip(headers, { why: 'switched-off', full, base })
    const registered = await registerDevice(context, full.release, body, requestId)
    if (registered === null) return refuseTrip(headers, { why: 'closed', full, access: revokedMeanwhile })
    if (registered.isNew) context.usage.note(full, 'devices')
    return { status: registered.isNew ? 201 : 200, body: registered.device }
  })

export const tripLinkRoutes = (context: Context): Route[] =>
  [
    page,
    pageInLanguage,
    manifest,
    scriptRoute,
    roadbook,
    gpxArchive,
    gpxFile,
    image,
    icon,
    bundle,
    device,
    previewPage,
    previewRoadbook,
    previewGpx,
  ].map((make) => make(context))
