import { operations, schemas } from '@guidebook/contracts'
import {
  decodeCursor,
  etagOf,
  fail,
  idempotent,
  nextLink,
  type OperationRequest,
  type Route,
  requireAccount,
  requireMatch,
  route,
  storedReply,
  toPage,
  uuidv7,
} from '@guidebook/service-kit'
import { addAudit, auditRow } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import type { DocumentRow } from '../generated/rows.ts'
import { failLocked, failReleaseMissing, failWithFaults } from '../release/errors.ts'
import { lockRelease, updateRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'
import { requireChangeable } from '../release/require-changeable.ts'
import {
  countDocuments,
  deleteDocument,
  documentPrefix,
  insertDocument,
  listDocuments,
  presentDocument,
} from './queries.ts'
import { readPdf } from './read-pdf.ts'

export function documentRoutes(context: Context): Route[] {
  const { database, clock, findRelease, objectStore } = context
  return [
    route(operations.attachDocument, async (request) => {
      const { account, release: link } = request.params
      requireAccount(request, account)
      // Read before the stored reply: a repeat must not be refused for what the first request changes meanwhile.
      const found = await findRelease(account, link)
      const answered = await storedReply(database, request)
      if (answered !== null) return answered
      // Before the file is checked and stored, and again under the lock.
      requireChangeable(request, requireOwn(found, account))
      const { row, bytes } = read(request)
      const options = { contentType: 'application/pdf', extension: '.pdf' }
      const { key: object_key } = await objectStore.putByContent(`${documentPrefix}${account}`, bytes, options)
      return await idempotent(database, request, async (trx) => {
        const release = (await lockRelease(trx, account, link)) ?? failReleaseMissing()
        requireChangeable(request, release)
        if ((await countDocuments(trx, release)) >= schemas.mostDocuments) fail('too-many-documents')
        const now = clock.now()
        const document = { ...row, account, release_id: release.id, object_key, created_at: now }
        await insertDocument(trx, document)
        // The page is rendered again for each revision.
        await updateRelease(trx, release, {})
        const message = 'A document was attached.'
        const note = { actor: request.identity.actor, action: 'document.attached', message, after: audited(document) }
        await addAudit(trx, [auditRow(release, now, note)])
        return { status: 201, body: presentDocument(document) } as const
      })
    }),

    route(operations.listDocuments, async (request) => {
      const { account, release: link } = request.params
      const { limit = 50, cursor } = request.query
      requireAccount(request, account)
      const [after] = decodeCursor(cursor, ['uuid']) ?? [null]
      const release = requireOwn(await findRelease(account, link), account)
      const documents = await listDocuments(database.knex, release, after, limit + 1)
      const page = toPage(documents, limit, ({ id }) => [id], presentDocument)
      return { status: 200, body: page, headers: nextLink(request, page.nextCursor) }
    }),

    route(operations.removeDocument, async (request) => {
      const { account, release: link, document: id } = request.params
      requireAccount(request, account)
      await database.transaction(async (trx) => {
        const release = (await lockRelease(trx, account, link)) ?? failReleaseMissing()
        const removed =
          (await deleteDocument(trx, release, id)) ?? fail('not-found', 'The release has no document with this ID.')
        // A failure rolls the deletion back.
        requireMatch(request, etagOf(presentDocument(removed)))
        if (release.locked) failLocked()
        await updateRelease(trx, release, {})
        const message = 'A document was removed.'
        const note = { actor: request.identity.actor, action: 'document.removed', message, before: audited(removed) }
        await addAudit(trx, [auditRow(release, clock.now(), note)])
      }, account)
      return { status: 204 }
    }),
  ]
}

/** Documents name travellers, who gave their names to the operator: the seller does not see them. */
const requireOwn = (release: Release | null, account: string): Release =>
  release?.account === account ? release : failReleaseMissing()

/** The file and the fields of a new document. Throws all faults at once. */
function read({ body }: OperationRequest<typeof operations.attachDocument>) {
  const { title, traveller = null, from = null, until = null, pdfBase64 } = body
  const pdf = readPdf(pdfBase64)
  const message = 'The last day lies before the first.'
  const isReversed = from !== null && until !== null && from > until
  const days = isReversed ? [{ pointer: '/until', code: 'period-reversed', message } as const] : []
  if ('code' in pdf) return failWithFaults([...days, { pointer: '/pdfBase64', ...pdf }])
  if (isReversed) return failWithFaults(days)
  const { bytes, encrypted } = pdf
  const row = { id: uuidv7(), title, traveller, from_date: from, until_date: until, bytes: bytes.length, encrypted }
  return { bytes, row }
}

const audited = ({ id, title, traveller, from_date: from, until_date: until, bytes }: DocumentRow) => ({
  id,
  title,
  traveller,
  from,
  until,
  bytes,
})
