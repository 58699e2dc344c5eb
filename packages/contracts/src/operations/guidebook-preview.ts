/** A guidebook as travellers will see it, before there is a release of it. */
import { Type } from 'typebox'
import { operationsOf } from '../operation.ts'
import { language } from '../schemas/fields.ts'
import { accountId, customIdLike } from '../schemas/identifiers.ts'
import { build } from '../schemas/release-life.ts'
import { closed } from '../schemas/shape.ts'

const operation = operationsOf({
  service: 'releases',
  audience: 'partner',
  role: 'viewer',
  tag: 'Guidebooks',
  params: closed({ account: accountId, customId: customIdLike('GB-1') }),
  query: closed({
    language: Type.Optional({
      ...language,
      description: 'Language of the preview. Default: that of the account.',
    } as typeof language),
  }),
})
const path = '/content/guidebook/{account}/{customId}/preview'

export const requestGuidebookPreview = operation(`POST ${path}`, {
  summary: 'Build a preview of a guidebook',
  description:
    'From its current content, without dates and accommodation of a booking. Nobody gets access to anything, and nothing of the account ' +
    'changes. A build of the same preview that has not ended is replaced. Previews are removed within a day.',
  changesNothing: true,
  responses: { 202: { description: 'The new build.', body: build, location: true } },
  errors: ['too-many-previews'],
})

export const readGuidebookPreview = operation(`GET ${path}`, {
  summary: 'Read the state of a preview',
  description:
    'The progress of its build, and its warnings when it is completed. No preview was requested, or it was removed: 404.',
  responses: { 200: { description: 'The build.', body: build } },
})

export const readGuidebookPreviewPage = operation(`GET ${path}/page`, {
  summary: 'Read the page of a preview',
  description:
    'As travellers see it, with a note that it is a preview, and without links to files. It contains its images; those beyond 8 MiB are omitted.',
  responses: { 200: { description: 'The page.', contentType: 'text/html' } },
  errors: ['artifact-not-ready'],
})

export const readGuidebookPreviewRoadbook = operation(`GET ${path}/roadbook.pdf`, {
  summary: 'Read the roadbook of a preview',
  description:
    'As travellers get it, with a watermark on each page and without a booking code. The Trip Link in it does not exist.',
  responses: { 200: { description: 'The roadbook.', contentType: 'application/pdf' } },
  errors: ['artifact-not-ready'],
})
