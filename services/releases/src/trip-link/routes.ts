import type { IncomingHttpHeaders } from 'node:http'
import { type Artifacts, operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { isRegistered } from '../device/queries.ts'
import { registerDevice } from '../device/register-device.ts'
import type { FullRelease } from '../release/queries.ts'
import { previewGpx, previewPage, previewRoadbook } from './preview.ts'
import { refuseTrip } from './refusal.ts'
import { showPreparation, showTrip, tripPath } from './show-trip.ts'
import { findTrip, type Trip } from './trip.ts'
import {
  bundleOf,
  gpxArchiveOf,
  gpxFileOf,
  imageOf,
  type Missing,
  roadbookOf,
  sendFile,
  type TripFile,
} from './trip-file.ts'

const page = (context: Context) =>
  route(operations.readTripPage, async ({ params, headers }) => {
    // A page is for people: whatever a program says it accepts, there is nothing else here.
    const asPage = { ...headers, accept: 'text/html' }
    const trip = await findTrip(context, params.link)
    if (trip === null) return refuseTrip(asPage, { why: 'unknown' })
    const { full, access, publication } = trip
    if (access.state !== 'open') return refuseTrip(asPage, { why: 'closed', full, access })
    const { body, headers: own } =
      publication === null ? showPreparation(full, headers) : await showTrip(context, full, publication, headers)
    return { status: 200, body, headers: own, contentType: 'text/html; charset=utf-8' }
  })

/** The file of an open trip that `choose` finds, else why there is none. */
async function answerFile(
  context: Context,
  trip: Trip | null,
  headers: IncomingHttpHeaders,
  choose: (full: FullRelease, artifacts: Artifacts | null) => TripFile | Missing,
) {
  if (trip === null) return refuseTrip(headers, { why: 'unknown' })
  const { full, access, publication } = trip
  if (access.state !== 'open') return refuseTrip(headers, { why: 'closed', full, access })
  const file = choose(full, publication?.artifacts ?? null)
  if (typeof file !== 'string') return await sendFile(context.objectStore, file)
  return refuseTrip(headers, { why: file, full, base: tripPath(context.publicUrl, full.release.link) })
}

const roadbook = (context: Context) =>
  route(operations.readTripRoadbook, async ({ params, headers }) =>
    answerFile(context, await findTrip(context, params.link), headers, roadbookOf),
  )

const gpxArchive = (context: Context) =>
  route(operations.readTripGpx, async ({ params, headers }) =>
    answerFile(context, await findTrip(context, params.link), headers, gpxArchiveOf),
  )

const gpxFile = (context: Context) =>
  route(operations.readTripGpxFile, async ({ params, headers }) =>
    answerFile(context, await findTrip(context, params.link), headers, (full, artifacts) =>
      gpxFileOf(full, artifacts, params.file),
    ),
  )

const image = (context: Context) =>
  route(operations.readTripImage, async ({ params, headers }) =>
    answerFile(context, await findTrip(context, params.link), headers, (_, artifacts) =>
      imageOf(artifacts, params.name),
    ),
  )

/** The app holds the trip for registered devices alone. */
const bundle = (context: Context) =>
  route(operations.readTripBundle, async ({ params, headers }) => {
    const trip = await findTrip(context, params.link)
    const deviceId = String(headers['device-id'])
    if (trip?.access.state === 'open' && trip.full.release.appEnabled) {
      if (!(await isRegistered(context.database.knex, trip.full.release, deviceId)))
        return fail('device-not-registered')
    }
    return await answerFile(context, trip, headers, bundleOf)
  })

const device = (context: Context) =>
  route(operations.registerDevice, async ({ body, params, headers, requestId }) => {
    const trip = await findTrip(context, params.link)
    if (trip === null) return refuseTrip(headers, { why: 'unknown' })
    const { full, access } = trip
    if (access.state !== 'open') return refuseTrip(headers, { why: 'closed', full, access })
    const base = tripPath(context.publicUrl, params.link)
    if (!full.release.appEnabled) return refuseTrip(headers, { why: 'switched-off', full, base })
    const registered = await registerDevice(context, full.release, body, requestId)
    if (registered === null) return fail('release-over')
    return { status: registered.isNew ? 201 : 200, body: registered.device }
  })

export const tripLinkRoutes = (context: Context): Route[] =>
  [page, roadbook, gpxArchive, gpxFile, image, bundle, device, previewPage, previewRoadbook, previewGpx].map((make) =>
    make(context),
  )
