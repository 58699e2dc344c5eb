import { operations } from '@guidebook/contracts'
import { fail, type ObjectStore, type OperationRequest, requireAccount, route } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { findPublication, type Publication } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { failReleaseMissing } from '../release/errors.ts'
import type { FullRelease } from '../release/queries.ts'
import { failNotReady } from './not-ready.ts'
import { previewTrip } from './show-trip.ts'
import { whatItWaitsFor } from './trip.ts'
import { gpxArchiveOf, imageOf, type Missing, roadbookOf, sendFile, type TripFile } from './trip-file.ts'

type PreviewRequest = OperationRequest<typeof operations.previewPage>

/** The release and what is published of it, whatever the day; 404 `artifact-not-ready` before the first build is done. */
async function findPublished(
  { accounts, database, releases }: Context,
  request: Pick<PreviewRequest, 'identity' | 'params'>,
): Promise<{ full: FullRelease; publication: Publication }> {
  const { account, release } = request.params
  requireAccount(request, account)
  const full = await withKnownAccounts(accounts, () => releases.find(account, release))
  if (full === null) return failReleaseMissing()
  const publication = await findPublication(database.knex, full.release)
  return publication === null ? failNotReady() : { full, publication }
}

/** Whoever sees a preview may not be let in by the link yet: the pictures come with the page. */
async function embeddedImages(objectStore: ObjectStore, { artifacts }: Publication): Promise<Map<string, string>> {
  const images = new Map<string, string>()
  for (const { name } of artifacts.images) {
    const file = imageOf(artifacts, name)
    if (typeof file === 'string') continue
    const bytes = await objectStore.read(file.key)
    images.set(name, `data:${file.contentType};base64,${bytes.toString('base64')}`)
  }
  return images
}

export const previewPage = (context: Context) =>
  route(operations.previewPage, async (request) => {
    const { full, publication } = await findPublished(context, request)
    const images = await embeddedImages(context.objectStore, publication)
    const waitsFor = await whatItWaitsFor(context.database, full, publication)
    const page = await previewTrip(context, { full, waitsFor }, publication, { headers: request.headers, images })
    return { status: 200, body: page.body, headers: page.headers, contentType: 'text/html; charset=utf-8' }
  })

export const previewRoadbook = (context: Context) =>
  route(operations.previewRoadbook, async (request) => {
    const { full, publication } = await findPublished(context, request)
    return await sendFile(context.objectStore, required(roadbookOf(full, publication.artifacts)))
  })

export const previewGpx = (context: Context) =>
  route(operations.previewGpx, async (request) => {
    const { full, publication } = await findPublished(context, request)
    return await sendFile(context.objectStore, required(gpxArchiveOf(full, publication.artifacts)))
  })

function required(file: TripFile | Missing): TripFile {
  if (file === 'switched-off') return fail('channel-disabled')
  if (file === 'no-file') return fail('not-found')
  return file === 'not-ready' ? failNotReady() : file
}
