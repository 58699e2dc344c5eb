import { type Artifacts, operations } from '@guidebook/contracts'
import {
  fail,
  type ObjectStore,
  type OperationRequest,
  type Route,
  requireAccount,
  route,
} from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { failNotReady } from './refusal.ts'
import { type PublishedTrip, renderTrip } from './show-trip.ts'
import { findPublished } from './trip.ts'
import { gpxArchiveOf, type Missing, roadbookOf, sendFile, type TripFile } from './trip-file.ts'

/** A trip as its link will show it, for its operator and seller, on any day. */
export const previewRoutes = (context: Context): Route[] => [
  route(operations.previewPage, async (request) => {
    const trip = await findPreview(context, request)
    const { artifacts } = trip.publication
    const images = await embeddedImages(context.objectStore, artifacts)
    const { key } = artifacts.page
    const imageUrl = (name: string) => images.get(name) ?? null
    const { body, headers } = await renderTrip(context, trip, request.headers, {
      key,
      imageUrl,
      documents: [],
      isPreview: true,
      hasBooking: true,
    })
    return { status: 200, body, headers, contentType: 'text/html; charset=utf-8' }
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

/** The link may not work yet, so the images are part of the page. */
export async function embeddedImages(objectStore: ObjectStore, artifacts: Artifacts): Promise<Map<string, string>> {
  const images = new Map<string, string>()
  for (const { name, key, mediaType } of artifacts.images) {
    images.set(name, `data:${mediaType};base64,${(await objectStore.read(key)).toString('base64')}`)
  }
  return images
}

function required(file: TripFile | Missing): TripFile {
  if (file === 'switched-off') return fail('channel-disabled')
  if (file === 'no-file') return fail('not-found')
  return file === 'not-ready' ? failNotReady() : file
}
