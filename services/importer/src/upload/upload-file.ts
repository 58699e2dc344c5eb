import { operations, requestPath } from '@guidebook/contracts'
import { fail, idempotent, type OperationRequest, storedReply, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { readConfiguration } from '../configuration/queries.ts'
import type { Context } from '../context.ts'
import { refuseUnreadable } from '../csv/refuse-unreadable.ts'
import { explainFor } from '../explanation.ts'
import { beginRuns } from '../pipeline/handle/begin-runs.ts'
import { storable } from '../pipeline/handle/extract-files.ts'
import { finishMail } from '../pipeline/report/finish-mail.ts'
import { openList } from '../row/open-list.ts'
import { presentRun } from '../run/present.ts'
import { findRun } from '../run/queries.ts'

type UploadRequest = OperationRequest<typeof operations.uploadImport>

/**
 * Begins the run of an uploaded file. It has a row in `mails` like a file that was mailed, so that all later stages and the report are the same. The
 * mail is in no mailbox and counts as filed.
 */
export const uploadFile = async (context: Context, account: string, request: UploadRequest) => {
  const { database, objects, accounts, clock, wake } = context
  const { body, query, identity } = request
  // A repeat must not be refused because the configuration has changed since.
  const answered = await storedReply(database, request)
  if (answered !== null) return answered
  const configuration = (await readConfiguration(database.knex, account)) ?? fail('import-not-configured')
  const explain = explainFor(request.headers)
  await refuseUnreadable(explain, (deadline) => openList(configuration, body, deadline, explain))
  const stored = { contentType: 'text/csv', extension: '.csv' }
  const { key, sha256 } = await objects.putByContent(
    'importer/files',
    Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    stored,
  )
  // A report may be written inside the transaction, which must not call the gateway: the account's language is cached first.
  const owner = await accounts.find(account)
  const test = query.test ?? false
  const reply = await idempotent(database, request, async (trx) => {
    const now = clock.now()
    const sender = personOf(identity.actor) ?? owner?.email.toLowerCase() ?? null
    const mail = await insertMail(trx, { account, sender, uploaded_by: identity.actor, test, bytes: body.length, now })
    const file = { attachment: 0, file_name: storable(query.fileName ?? null), file_key: key, file_sha256: sha256 }
    await beginRuns(trx, { mail, account, test }, [{ ...file, refusal: null }], now)
    // A repeated file is decided immediately.
    await finishMail(trx, mail, now)
    const { id } = await trx('runs').where({ mail }).first('id')
    const run = (await findRun(trx, id)) ?? fail('not-found')
    const location = requestPath(operations.readImport.path, { run: run.id })
    return { status: 202 as const, body: presentRun(run, explain), location }
  })
  wake.emit('runsBegun')
  return reply
}

interface Upload {
  account: string
  sender: string | null
  uploaded_by: string
  test: boolean
  bytes: number
  now: Date
}

const insertMail = async (trx: Knex.Transaction, { now, ...upload }: Upload): Promise<string> => {
  const id = uuidv7()
  const place = { mailbox: `upload/${id}`, uid_validity: 0, uid: 0, filed_to: 'upload' }
  const raw = { raw_key: '', raw_sha256: '' }
  await trx('mails').insert({ id, ...place, ...raw, ...upload, state: 'processing', received_at: now })
  return id
}

/** The address of a person who is signed in, null for an API key. */
const personOf = (actor: string): string | null => /^user:(.+)$/.exec(actor)?.[1]?.toLowerCase() ?? null
