/** Documents of travellers that an operator attaches to a release. */
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { attachedDocument, documentToAttach, mostDocuments } from '../schemas/documents.ts'
import { accountId, internalId, releaseLink } from '../schemas/identifiers.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const address = { account: accountId, release: releaseLink }
const operation = operationsOf({
  service: 'releases',
  audience: 'partner',
  role: 'office',
  tag: 'Releases',
  params: closed(address),
})
const path = '/content/release/{account}/{release}/documents'

export const attachDocument = operation(`POST ${path}`, {
  summary: 'Attach a document of a traveller',
  description:
    'A PDF file, such as a ticket, voucher or insurance policy. The Trip Link page lists it and keeps it for days without a network, within the ' +
    `release period and from \`from\` to \`until\`, in the time zone of the account. A release has at most ${mostDocuments} documents. They are not ` +
    'part of the roadbook, the app’s bundle and the previews, and the seller cannot read this list. Everybody who has the link can open them.',
  body: documentToAttach,
  bodyBase64: 'pdfBase64',
  bodyLimitBytes: mebibytes(15),
  responses: { 201: { description: 'The document without its file.', body: attachedDocument } },
  errors: [
    'document-too-large',
    'document-not-supported',
    'too-many-documents',
    'period-reversed',
    'release-locked',
    'precondition-failed',
    ...idempotencyErrors,
  ],
})

export const listDocuments = operation(`GET ${path}`, {
  role: 'viewer',
  summary: 'List the documents of a release',
  description: 'Also those that travellers do not get yet or any more.',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page of documents, oldest first.', body: pageOf(attachedDocument) } },
})

export const removeDocument = operation(`DELETE ${path}/{document}`, {
  summary: 'Remove a document',
  description:
    'Its address stops working at once. Copies on travellers’ devices are deleted on their next visit with a network.',
  params: closed({ ...address, document: internalId }),
  responses: { 204: { description: 'The document is removed.' } },
  errors: ['release-locked', 'precondition-failed'],
})
