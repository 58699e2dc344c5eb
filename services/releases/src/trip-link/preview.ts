import { operations } from '@guidebook/contracts'
import { fail, type OperationRequest, type Route, requireAccount, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { showPreview } from './preview-page.ts'
import { pageKey } from './published-pages.ts'
import { failNotReady } from './refusal.ts'
import type { PublishedTrip } from './show-trip.ts'
import { findPublished } from './trip.ts'
import { gpxArchiveOf, type Missing, roadbookOf, sendFile, type TripFile } from './trip-file.ts'

/** A trip as its link will show it, for its operator and seller, on any day. */
export const previewRoutes = (context: Context): Route[] => [
  route(operations.previewPage, async (request) => {
    const trip = await findPreview(context, request)
    const { params, query, headers, signal } = request
    const found = await pageKey(context.publishedPages, trip.release, trip.publication, signal, query.language)
    const key = found ?? fail('not-found', noPage)
    return await showPreview(context, trip, { account: params.account, headers, signal, hasBooking: true, key })
  }),
  route(operations.previewRoadbook, async (request) => {
    const { release, publication } = await findPreview(context, request)
    return await sendFile(context.objectStore, required(roadbookOf(release, publication.artifacts)))
  }),
  route(operations.previewGpx, async (request) => {
    const { release, publication } = await findPreview(context, request)
    return await sendFile(context.objectStore, required(gpxArchiveOf(release, publication.artifacts)))
  }),
]

const noPage = 'The release has no page in this language.'

/** 404 `artifact-not-ready` before the first build is done. */
async function findPreview(
  { database, findRelease }: Context,
  request: Pick<OperationRequest<typeof operations.previewPage>, 'identity' | 'params'>,
): Promise<PublishedTrip> {
  const { account, release: link } = request.params
  requireAccount(request, account)
  const trip = await findPublished(database.knex, (await findRelease(account, link)) ?? failReleaseMissing())
  return { ...trip, publication: trip.publication ?? failNotReady() }
}

function required(file: TripFile | Missing): TripFile {
  if (file === 'switched-off') return fail('channel-disabled')
  if (file === 'no-file') return fail('not-found')
  return file === 'not-ready' ? failNotReady() : file
}
