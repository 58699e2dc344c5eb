import { operations } from '@guidebook/contracts'
import { fail, idempotent, type Route, route, storedReply } from '@guidebook/service-kit'
import { operatorByOid, withKnownAccounts } from '../account/accounts.ts'
import { saveBindings } from '../binding/queries.ts'
import type { Context } from '../context.ts'
import { createRelease } from '../creation/create-release.ts'
import type { ReleaseDraft } from '../creation/new-release.ts'
import { findByCode, withSellerCode } from '../download-code/codes.ts'
import { recordReply, releasePath } from '../release/present.ts'
import { lockRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'
import { checkOnDemand } from './check-on-demand.ts'
import { storeImages } from './images.ts'
import { onDemandFields } from './on-demand-fields.ts'
import { saveRequest } from './queries.ts'
import { requireReplaceable, updateOnDemand } from './update-on-demand.ts'

const codePointers = { operator: '/metadata/operatorCode', seller: '/metadata/sellerCode' }

const failMissing = (): never =>
  fail('not-found', 'No on-demand release of the operator has this metadata.operatorCode: POST creates one.')

/** The on-demand release that has this code of its operator. */
async function findOnDemand({ database, findRelease }: Context, account: string, operatorCode: number) {
  const named = await findByCode(database.knex, account, operatorCode)
  return named?.role === 'operator' && named.kind === 'on-demand' ? await findRelease(account, named.link) : null
}

export const onDemandRoutes = (context: Context): Route[] => [
  route(operations.createOnDemandRelease, async (request) => {
    const { body, identity } = request
    const { database, publicUrl } = context
    const { operator: oid, operatorCode, sellerCode: requestedCode } = body.metadata
    const provider = await operatorByOid(context.accounts, request, oid)
    const answered = await storedReply(database, request)
    if (answered !== null) return answered
    const { reseller, template, bindings, images } = await checkOnDemand(context, provider.id, body)
    const stored = await storeImages(context.objectStore, provider.id, body, images)
    const number = await context.nextNumber()
    let created: Release | undefined
    const reply = await withSellerCode(requestedCode, codePointers, (sellerCode) => {
      const draft: ReleaseDraft = {
        provider,
        reseller,
        kind: 'on-demand',
        customized: false,
        download_code: operatorCode,
        seller_download_code: sellerCode,
        ...onDemandFields(provider, stored.request, template),
        // Known when the builder has stored it.
        guidebook: null,
        positioning: true,
        pdf_enabled: true,
        texts: [],
        assets: [],
        email: null,
      }
      return idempotent(database, request, async (trx) => {
        created = await createRelease(trx, context, { draft, bindings, number }, identity.actor)
        await saveRequest(trx, created, stored)
        return { ...recordReply(202, created, publicUrl), location: releasePath(created) }
      })
    })
    database.wakeRelay()
    if (created) context.metrics.created(created)
    return reply
  }),

  route(operations.updateOnDemandRelease, async (request) => {
    const { body, identity } = request
    const { database, publicUrl } = context
    const { operator: oid, operatorCode, sellerCode: requestedCode } = body.metadata
    const provider = await operatorByOid(context.accounts, request, oid)
    // Read before the stored reply: a repeat must not be refused for what the first request changes meanwhile.
    const found = await findOnDemand(context, provider.id, operatorCode)
    const answered = await storedReply(database, request)
    if (answered !== null) return answered
    const named = found ?? failMissing()
    // Before the content is checked and stored, and again under the lock.
    requireReplaceable(request, named, context)
    const { reseller, template, bindings, images } = await checkOnDemand(context, provider.id, body)
    const stored = await storeImages(context.objectStore, provider.id, body, images)
    const fields = onDemandFields(provider, stored.request, template)
    // Storing the images changed the body, so the request as a whole cannot run again.
    return await withKnownAccounts(context.accounts, () =>
      withSellerCode(requestedCode, codePointers, (sellerCode) =>
        idempotent(database, request, async (trx) => {
          const release = (await lockRelease(trx, provider.id, named.link)) ?? failMissing()
          requireReplaceable(request, release, context)
          const replacement = { fields, reseller, sellerCode, codeIsGiven: requestedCode !== undefined }
          const updated = await updateOnDemand(trx, context, release, replacement, identity.actor)
          await saveRequest(trx, updated, stored)
          await saveBindings(trx, updated, bindings)
          return recordReply(200, updated, publicUrl)
        }),
      ),
    )
  }),
]
