import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, requireMatch, route, storedReply } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { operatorByOid } from '../account/operator.ts'
import type { Context } from '../context.ts'
import { findByCode } from '../download-code/claim.ts'
import { withSellerCode } from '../download-code/with-seller-code.ts'
import { createRelease } from '../release/create-release.ts'
import type { ReleaseDraft } from '../release/new-release.ts'
import { lockRelease } from '../release/queries.ts'
import { releaseEtag } from '../release/release-etag.ts'
import { recordReply, releasePath } from '../release/reply.ts'
import { checkOnDemand } from './check-on-demand.ts'
import { storeImages } from './images.ts'
import { onDemandFields } from './on-demand-fields.ts'
import { saveRequest } from './queries.ts'
import { requireOpen, updateOnDemand } from './update-on-demand.ts'

const codePointers = { operator: '/metadata/operatorCode', seller: '/metadata/sellerCode' }

const create = (context: Context) =>
  route(operations.createOnDemandRelease, async (request) => {
    const { body, identity, requestId } = request
    const { database, objectStore, publicUrl } = context
    const { metadata } = body
    const operator = await operatorByOid(context.accounts, request, metadata.operator)
    const answered = await storedReply(database, request)
    if (answered !== null) return answered
    const { seller, template, images } = await checkOnDemand(context, operator, body)

    const stored = await storeImages(objectStore, operator.id, body, images)
    const number = await context.numbers.next()
    const reply = await withSellerCode(metadata.sellerCode, codePointers, (sellerCode) => {
      const draft: ReleaseDraft = {
        account: operator.id,
        kind: 'on-demand',
        customized: false,
        downloadCode: metadata.operatorCode,
        seller: seller?.id ?? null,
        sellerDownloadCode: seller === null ? null : sellerCode,
        ...onDemandFields(operator, stored.request, template),
        // Known when the builder has stored it.
        guidebook: null,
        positioning: true,
        pdfEnabled: true,
        texts: [],
        assets: [],
        email: null,
      }
      return idempotent(database, request, async (trx) => {
        const parties = { provider: operator, seller }
        const author = { actor: identity.actor, requestId }
        const full = await createRelease(trx, context, { draft, number, parties }, author)
        await saveRequest(trx, full.release, stored)
        return { ...recordReply(202, full, publicUrl), location: releasePath(full) }
      })
    })
    database.wakeRelay()
    return reply
  })

const failMissing = (): never =>
  fail('not-found', 'No on-demand release of the operator has this metadata.operatorCode: POST creates one.')

const update = (context: Context) =>
  route(operations.updateOnDemandRelease, async (request) => {
    const { body, identity, requestId } = request
    const { database, objectStore, clock, publicUrl } = context
    const { metadata } = body
    const operator = await operatorByOid(context.accounts, request, metadata.operator)
    const answered = await storedReply(database, request)
    if (answered !== null) return answered
    const known = await findByCode(database.knex, operator.id, metadata.operatorCode)
    if (known === null || known.role !== 'operator' || known.kind !== 'on-demand') return failMissing()
    const { seller, template, images } = await checkOnDemand(context, operator, body)

    const stored = await storeImages(objectStore, operator.id, body, images)
    return await withKnownAccounts(context.accounts, () =>
      withSellerCode(metadata.sellerCode, codePointers, (sellerCode) =>
        idempotent(database, request, async (trx) => {
          const full = await lockRelease(trx, operator.id, known.link)
          if (full === null) return failMissing()
          requireMatch(request, releaseEtag(full))
          const now = clock.now()
          requireOpen(full, now)
          const replacement = {
            fields: onDemandFields(operator, stored.request, template),
            seller,
            sellerCode,
            codeIsGiven: metadata.sellerCode !== undefined,
          }
          const author = { actor: identity.actor, requestId }
          const updated = await updateOnDemand(trx, full, replacement, author, { now, publicUrl })
          await saveRequest(trx, updated.release, stored)
          return recordReply(200, updated, publicUrl)
        }),
      ),
    )
  })

export const onDemandRoutes = (context: Context): Route[] => [create, update].map((make) => make(context))
