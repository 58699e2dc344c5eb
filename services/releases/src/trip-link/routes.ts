import type { IncomingHttpHeaders } from 'node:http'
import { type Artifacts, operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import type { FullRelease } from '../release/queries.ts'
import { previewGpx, previewPage, previewRoadbook } from './preview.ts'
import { refuseTrip } from './refusal.ts'
import { showPreparation, showTrip, tripPath } from './show-trip.ts'
import { findTrip } from './trip.ts'
import { gpxArchiveOf, gpxFileOf, imageOf, type Missing, roadbookOf, sendFile, type TripFile } from './trip-file.ts'

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
  { link }: { link: string },
  headers: IncomingHttpHeaders,
  choose: (full: FullRelease, artifacts: Artifacts | null) => TripFile | Missing,
) {
  const trip = await findTrip(context, link)
  if (trip === null) return refuseTrip(headers, { why: 'unknown' })
  const { full, access, publication } = trip
  if (access.state !== 'open') return refuseTrip(headers, { why: 'closed', full, access })
  const file = choose(full, publication?.artifacts ?? null)
  if (typeof file !== 'string') return await sendFile(context.objectStore, file)
  return refuseTrip(headers, { why: file, full, base: tripPath(context.publicUrl, link) })
}

const roadbook = (context: Context) =>
  route(operations.readTripRoadbook, ({ params, headers }) => answerFile(context, params, headers, roadbookOf))

const gpxArchive = (context: Context) =>
  route(operations.readTripGpx, ({ params, headers }) => answerFile(context, params, headers, gpxArchiveOf))

const gpxFile = (context: Context) =>
  route(operations.readTripGpxFile, ({ params, headers }) =>
    answerFile(context, params, headers, (full, artifacts) => gpxFileOf(full, artifacts, params.file)),
  )

const image = (context: Context) =>
  route(operations.readTripImage, ({ params, headers }) =>
    answerFile(context, params, headers, (_, artifacts) => imageOf(artifacts, params.name)),
  )

export const tripLinkRoutes = (context: Context): Route[] =>
  [page, roadbook, gpxArchive, gpxFile, image, previewPage, previewRoadbook, previewGpx].map((make) => make(context))
