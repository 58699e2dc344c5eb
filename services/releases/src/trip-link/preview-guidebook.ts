import { operations, requestPath } from '@guidebook/contracts'
import { fail, type OperationRequest, type Route, route, ServiceError } from '@guidebook/service-kit'
import { operatorById } from '../account/accounts.ts'
import { type ProblemTexts, problemTextsFor } from '../builds/build-problems.ts'
import { presentBuild } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { titleIn } from '../creation/check-request.ts'
import { asRelease, type Preview } from '../previews/preview.ts'
import { findPreview, requestPreview } from '../previews/queries.ts'
import { showPreview } from './preview-page.ts'
import { failNotReady } from './refusal.ts'
import { sendFile } from './trip-file.ts'

type Request = Pick<OperationRequest<typeof operations.readGuidebookPreview>, 'identity' | 'params' | 'query'>

/** Seconds after which another preview may be requested, for `Retry-After`. */
const retryAfter = 10

/** A guidebook as travellers will see it. The builder makes it like a release, in turn with the account's other builds. */
export function guidebookPreviewRoutes(context: Context): Route[] {
  const { accounts, clock, database, findGuidebook, nextNumber, objectStore } = context
  return [
    route(operations.requestGuidebookPreview, async (request) => {
      const { provider, guidebook, lang } = await findRequested(request)
      const title = titleIn(guidebook.titles, lang, provider.defaultLang)
      const requested = { account: provider.id, guidebook: guidebook.id, lang, title }
      const id = await nextNumber()
      const preview = await database.transaction(
        (trx) => requestPreview(trx, { ...requested, id }, clock.now()),
        provider.id,
      )
      if (preview === null) {
        throw new ServiceError('too-many-previews', { headers: { 'Retry-After': String(retryAfter) } })
      }
      database.wakeRelay()
      const location = requestPath(operations.readGuidebookPreview.path, request.params, { language: lang })
      return { status: 202, body: present(preview, problemTextsFor(request.headers)), location }
    }),

    route(operations.readGuidebookPreview, async (request) => {
      const { preview } = await findStored(request)
      return { status: 200, body: present(preview, problemTextsFor(request.headers)) }
    }),

    route(operations.readGuidebookPreviewPage, async (request) => {
      const { preview, provider } = await findStored(request)
      const artifacts = preview.artifacts ?? failNotReady()
      const release = asRelease(preview, provider, clock.now())
      const trip = { release, publication: { generation: preview.generation, artifacts }, waitsFor: null }
      const { headers, signal } = request
      return await showPreview(context, trip, { account: provider.id, headers, signal, hasBooking: false })
    }),

    route(operations.readGuidebookPreviewRoadbook, async (request) => {
      const { preview } = await findStored(request)
      const { key } = preview.artifacts?.pdf ?? failNotReady()
      const about = { contentType: 'application/pdf', name: `${preview.title}.pdf`, disposition: 'inline' } as const
      return await sendFile(objectStore, { key, ...about })
    }),
  ]

  async function findRequested(request: Request) {
    const { account, customId } = request.params
    const provider = await operatorById(accounts, request, account)
    const guidebook = (await findGuidebook({ account, customId })) ?? fail('not-found')
    return { provider, guidebook, lang: request.query.language ?? provider.defaultLang }
  }

  async function findStored(request: Request) {
    const { provider, guidebook, lang } = await findRequested(request)
    const asked = { account: provider.id, guidebook: guidebook.id, lang }
    const preview = (await findPreview(database.knex, asked, clock.now())) ?? fail('not-found', noPreview)
    return { preview, provider }
  }
}

const noPreview = 'There is no preview of the guidebook in this language. Request it with POST.'

const present = (preview: Preview, texts: ProblemTexts) =>
  presentBuild(preview, preview.state === 'waiting' ? null : { ...preview, state: preview.state }, texts)
