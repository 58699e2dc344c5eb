import type { IncomingHttpHeaders } from 'node:http'
import { operations } from '@guidebook/contracts'
import { dayAt, fail, type OperationRequest, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { isRegistered, registerDevice } from '../device/devices.ts'
import { findDocumentOn } from '../documents/queries.ts'
import type { Release } from '../release/release.ts'
import type { Counted } from '../usage/usage.ts'
import { manifestOf } from './manifest.ts'
import { previewRoutes } from './preview.ts'
import { pageKey, rendered } from './published-pages.ts'
import { pageHeaders, refuseTrip } from './refusal.ts'
import { scriptRoute } from './scripts.ts'
import { showTrip, showWithout, tripPath } from './show-trip.ts'
import { findTrip, type Trip } from './trip.ts'
import {
  bundleOf,
  type ChooseFile,
  courseOf,
  documentFileOf,
  gpxArchiveOf,
  gpxFileOf,
  iconOf,
  imageOf,
  mapOf,
  roadbookOf,
  sendFile,
} from './trip-file.ts'

type Requested = Pick<OperationRequest, 'headers' | 'raw' | 'signal'>

const htmlPage = 'text/html; charset=utf-8'

/** The travellers' page and files, and what the app requests. */
export function tripLinkRoutes(context: Context): Route[] {
  return [
    route(operations.readTripPage, async ({ params, headers, raw, signal }) =>
      answerPage(params.link, { headers: pageHeaders(headers), raw, signal }),
    ),
    route(operations.readTripPageIn, async (request) =>
      answerPage(request.params.link, request, request.params.language),
    ),
    route(operations.readTripManifest, (request) =>
      whenOpen(request.params.link, request, async ({ release, publication }) => {
        const body = manifestOf(release, tripPath(context.publicUrl, release.link), publication?.artifacts ?? null)
        return { status: 200, body, contentType: 'application/manifest+json' } as const
      }),
    ),
    scriptRoute,
    route(operations.readTripRoadbook, (request) =>
      answerFile(request.params.link, request, roadbookOf, 'roadbook_downloads'),
    ),
    route(operations.readTripGpx, (request) => answerFile(request.params.link, request, gpxArchiveOf, 'gpx_downloads')),
    route(operations.readTripGpxFile, (request) =>
      answerFile(request.params.link, request, gpxFileOf(request.params.file), 'gpx_downloads'),
    ),
    route(operations.readTripCourse, (request) =>
      answerFile(request.params.link, request, courseOf(request.params.name), 'gpx_downloads'),
    ),
    route(operations.readTripMap, (request) => answerFile(request.params.link, request, mapOf)),
    route(operations.readTripImage, (request) =>
      answerFile(request.params.link, request, imageOf(request.params.name)),
    ),
    route(operations.readTripIcon, (request) => answerFile(request.params.link, request, iconOf(request.params.name))),
    route(operations.readTripDocument, ({ params, headers }) =>
      whenOpen(params.link, { headers }, async ({ release }) => {
        const today = dayAt(context.clock.now(), release.provider.timeZone)
        const found = await findDocumentOn(context.database.knex, release, params.document, today)
        if (found !== undefined) return await sendFile(context.objectStore, documentFileOf(found))
        return refuseTrip(headers, { why: 'no-file', release, base: tripPath(context.publicUrl, release.link) })
      }),
    ),
    route(operations.readTripBundle, (request) =>
      answerFile(request.params.link, request, bundleOf, 'app_downloads', async (release) => {
        // Without the app, the answer is that of a channel that is off.
        if (!release.app_enabled) return
        const deviceId = request.headers['device-id']
        if (deviceId === undefined) fail('invalid-header', 'The header device-id is required.')
        if (!(await isRegistered(context.database.knex, release, String(deviceId)))) fail('device-not-registered')
      }),
    ),
    route(operations.registerDevice, (request) =>
      whenOpen(request.params.link, request, async ({ release }) => {
        const { headers } = request
        const base = tripPath(context.publicUrl, release.link)
        if (!release.app_enabled) return refuseTrip(headers, { why: 'switched-off', release, base })
        const registered = await registerDevice(context, release, request.body)
        if (registered === null) return refuseTrip(headers, { why: 'closed', release, access: revokedMeanwhile })
        if (registered.isNew) context.usage.note(release, 'devices')
        return { status: registered.isNew ? 201 : 200, body: registered.device } as const
      }),
    ),
    ...previewRoutes(context),
  ]

  /** Refuses unless the link works today. */
  async function whenOpen<R>(
    link: string,
    { headers }: Pick<Requested, 'headers'>,
    answer: (trip: Trip) => Promise<R>,
  ) {
    const trip = await findTrip(context, link)
    if (trip === null) return refuseTrip(headers, { why: 'unknown' })
    const { release, access } = trip
    return access.state === 'open' ? await answer(trip) : refuseTrip(headers, { why: 'closed', release, access })
  }

  function answerPage(link: string, { headers, raw, signal }: Requested, language?: string) {
    return whenOpen(link, { headers }, async (trip) => {
      const { release, publication } = trip
      // A page that is being prepared reloads itself, so it is not counted.
      if (publication === null) {
        return { status: 200, ...rendered(showWithout(trip, headers)), contentType: htmlPage } as const
      }
      const key = await pageKey(context.publishedPages, release, publication, signal, language)
      const base = tripPath(context.publicUrl, release.link)
      if (key === null) return refuseTrip(headers, { why: 'no-language', release, base })
      const isView = raw.method === 'GET' && (isNavigation(headers) || headers['sec-fetch-dest'] !== 'empty')
      if (isView) context.usage.note(release, 'page_views')
      const page = await showTrip(context, { ...trip, publication }, { headers, signal }, key)
      return { status: 200, ...page, contentType: htmlPage } as const
    })
  }

  /** The file of an open trip, else the reason why there is none. `check` throws when the client may not have it. */
  function answerFile(
    link: string,
    { headers, raw }: Pick<Requested, 'headers' | 'raw'>,
    choose: ChooseFile,
    counted?: Counted,
    check?: (release: Release) => Promise<void>,
  ) {
    return whenOpen(link, { headers }, async ({ release, publication }) => {
      await check?.(release)
      const file = choose(release, publication?.artifacts ?? null)
      if (typeof file === 'string') {
        return refuseTrip(headers, { why: file, release, base: tripPath(context.publicUrl, release.link) })
      }
      // Neither a check whether the file has changed nor a request of the page's offline copy is a download by a person. A click always is: the
      // offline copy has put the file into the browser's cache, so that even the first click only checks it.
      const isFetched = headers['if-none-match'] === undefined && headers['sec-fetch-dest'] !== 'empty'
      const isDownload = raw.method === 'GET' && (isNavigation(headers) || isFetched)
      if (counted !== undefined && isDownload) context.usage.note(release, counted)
      return await sendFile(context.objectStore, file)
    })
  }
}

/** Whether a person opens a page or a file. The service worker passes this on with an empty destination, but still as a navigation. */
const isNavigation = (headers: IncomingHttpHeaders): boolean => headers['sec-fetch-mode'] === 'navigate'

const revokedMeanwhile = { state: 'over', reason: 'revoked' } as const
