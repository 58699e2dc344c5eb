/** What support does beyond the gateway’s own data: the gateway asks the service that has it. */
import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { allDeadLetters, redriven } from '../schemas/dead-letters.ts'
import { instant } from '../schemas/fields.ts'
import { foundReleases, releaseSearch } from '../schemas/found-release.ts'
import { accountId, internalId, releaseLink } from '../schemas/identifiers.ts'
import {
  importConfiguration,
  importGuess,
  importGuessQuery,
  importPreview,
  importRowFilter,
  importRun,
  importRunDetail,
  importSearch,
} from '../schemas/imports.ts'
import { build } from '../schemas/release-life.ts'
import { requestTrace } from '../schemas/request-trace.ts'
import { closed, pageOf, text } from '../schemas/shape.ts'
import { systemStatus } from '../schemas/status.ts'
import { delivery, deliveryFilter, replayed, replayRange, webhook, webhookUrl } from '../schemas/webhook.ts'
import { mebibytes } from './limits.ts'
import { sampleFile } from './sample-file.ts'

const shared = { service: 'gateway', audience: 'admin', tag: 'Support', bodyLimitBytes: mebibytes(1) } as const
const params = closed({ account_id: accountId })

export const setAccountWebhook = defineOperation({
  ...shared,
  id: 'setAccountWebhook',
  method: 'PUT',
  path: '/admin/accounts/{account_id}/webhook',
  summary: 'Set the webhook of an account',
  params,
  body: closed({ url: webhookUrl }),
  responses: {
    200: { description: 'The secret that signs deliveries, shown once.', body: closed({ secret: Type.String() }) },
  },
  errors: ['webhook-url-not-allowed'],
  secret: true,
})

export const readAccountWebhook = defineOperation({
  ...shared,
  id: 'readAccountWebhook',
  method: 'GET',
  path: '/admin/accounts/{account_id}/webhook',
  summary: 'Read the webhook of an account',
  params,
  responses: { 200: { description: 'The webhook as the account sees it.', body: webhook } },
  errors: [],
})

export const enableAccountWebhook = defineOperation({
  ...shared,
  id: 'enableAccountWebhook',
  method: 'POST',
  path: '/admin/accounts/{account_id}/webhook/enable',
  summary: 'Switch a webhook on again and recover what was missed',
  params,
  body: closed({ since: Type.Optional(instant) }),
  bodyOptional: true,
  responses: { 200: { description: 'How many deliveries wait again.', body: closed({ recovered: Type.Integer() }) } },
  errors: ['webhook-not-configured'],
})

export const listAccountDeliveries = defineOperation({
  ...shared,
  id: 'listAccountDeliveries',
  method: 'GET',
  path: '/admin/accounts/{account_id}/webhook/deliveries',
  summary: 'List the deliveries to an account as it sees them',
  params,
  query: deliveryFilter,
  responses: { 200: { description: 'A page of deliveries, newest first.', body: pageOf(delivery) } },
  errors: [],
})

export const replayAccountDeliveries = defineOperation({
  ...shared,
  id: 'replayAccountDeliveries',
  method: 'POST',
  path: '/admin/accounts/{account_id}/webhook/replay',
  summary: 'Deliver all failed ones of an account again, or a range',
  params,
  body: replayRange,
  bodyOptional: true,
  responses: { 202: { description: 'They wait to be delivered.', body: replayed } },
  errors: ['webhook-not-configured', 'period-reversed'],
})

export const setAccountImport = defineOperation({
  ...shared,
  id: 'setAccountImport',
  method: 'PUT',
  path: '/admin/accounts/{account_id}/import',
  summary: 'Configure the CSV import of an account',
  params,
  body: importConfiguration,
  responses: { 200: { description: 'The configuration.', body: importConfiguration } },
  errors: [],
})

export const readAccountImport = defineOperation({
  ...shared,
  id: 'readAccountImport',
  method: 'GET',
  path: '/admin/accounts/{account_id}/import',
  summary: 'Read how the CSV import of an account is configured',
  params,
  responses: { 200: { description: 'The configuration, as it can be sent again.', body: importConfiguration } },
  errors: [],
})

export const guessAccountImport = defineOperation({
  ...shared,
  ...sampleFile,
  id: 'guessAccountImport',
  method: 'POST',
  path: '/admin/accounts/{account_id}/import/guess',
  summary: 'Guess from a sample file how an account’s files could be read',
  description: 'The body is the file. Nothing is stored; the configuration in the answer can be mended and set.',
  params,
  query: importGuessQuery,
  responses: { 200: { description: 'The guess.', body: importGuess } },
  errors: ['csv-unreadable'],
})

export const previewAccountImport = defineOperation({
  ...shared,
  ...sampleFile,
  id: 'previewAccountImport',
  method: 'POST',
  path: '/admin/accounts/{account_id}/import/preview',
  summary: 'See what a file of an account would do',
  description: 'As the account itself sees it: the body is the file, nothing is created or changed.',
  params,
  responses: { 200: { description: 'The decision for each row.', body: importPreview } },
  errors: ['import-not-configured', 'csv-unreadable', 'csv-column-missing'],
})

export const findImports = defineOperation({
  ...shared,
  id: 'findImports',
  method: 'GET',
  path: '/admin/imports',
  summary: 'List the imports of all accounts, and those of unknown senders',
  query: importSearch,
  responses: { 200: { description: 'A page of runs, newest first.', body: pageOf(importRun) } },
  errors: [],
})

export const inspectImport = defineOperation({
  ...shared,
  id: 'inspectImport',
  method: 'GET',
  path: '/admin/imports/{run}',
  summary: 'Read an import row by row',
  params: closed({ run: internalId }),
  query: importRowFilter,
  responses: { 200: { description: 'The run and a page of its rows, in their order.', body: importRunDetail } },
  errors: [],
})

export const downloadImportMail = defineOperation({
  ...shared,
  id: 'downloadImportMail',
  method: 'GET',
  path: '/admin/imports/{run}/mail',
  summary: 'Download the mail that an import came with',
  params: closed({ run: internalId }),
  responses: { 200: { description: 'The mail as it was received.', contentType: 'message/rfc822' } },
  errors: ['import-mail-gone'],
})

export const releaseImport = defineOperation({
  ...shared,
  id: 'releaseImport',
  method: 'POST',
  path: '/admin/imports/{run}/release',
  summary: 'Let an import out of quarantine',
  params: closed({ run: internalId }),
  responses: { 202: { description: 'The run.', body: importRun } },
  errors: ['import-not-quarantined', 'import-not-configured'],
})

export const listAllDeadLetters = defineOperation({
  ...shared,
  id: 'listAllDeadLetters',
  method: 'GET',
  path: '/admin/dead-letters',
  summary: 'List the messages that could not be handled',
  responses: { 200: { description: 'The dead letters of all services.', body: allDeadLetters } },
  errors: [],
})

export const redriveQueue = defineOperation({
  ...shared,
  id: 'redriveQueue',
  method: 'POST',
  path: '/admin/dead-letters/{queue}/redrive',
  summary: 'Send the dead letters of a queue to it again',
  params: closed({ queue: text(200, { minLength: 1 }) }),
  responses: { 200: { description: 'How many went back.', body: redriven } },
  errors: [],
})

export const findRequest = defineOperation({
  ...shared,
  id: 'findRequest',
  method: 'GET',
  path: '/admin/requests/{request_id}',
  summary: 'Find out what became of a request',
  params: closed({ request_id: text(128, { minLength: 1 }) }),
  responses: { 200: { description: 'What the services noted about it.', body: requestTrace } },
  errors: [],
})

export const findReleases = defineOperation({
  ...shared,
  id: 'findReleases',
  method: 'GET',
  path: '/admin/releases',
  summary: 'Find a release by its link, one of its download codes, or its number',
  query: closed(releaseSearch),
  responses: { 200: { description: 'All that have this name, newest first.', body: foundReleases } },
  errors: [],
})

export const buildRelease = defineOperation({
  ...shared,
  id: 'buildRelease',
  method: 'POST',
  path: '/admin/releases/{account}/{release}/build',
  summary: 'Build the documents of a release again',
  description: 'Whatever became of the builds before: one that is under way is replaced.',
  params: closed({ account: accountId, release: releaseLink }),
  responses: { 202: { description: 'The build that is under way.', body: build } },
  errors: [],
})

export const readStatus = defineOperation({
  ...shared,
  id: 'readStatus',
  method: 'GET',
  path: '/admin/status',
  summary: 'See how every service fares',
  responses: { 200: { description: 'Each service, asked just now.', body: systemStatus } },
  errors: [],
})
