import { keyed, type Operation } from './operation.ts'
import * as account from './operations/account.ts'
import * as adminAccounts from './operations/admin-accounts.ts'
import * as adminImpersonations from './operations/admin-impersonations.ts'
import * as adminImports from './operations/admin-imports.ts'
import * as adminReleases from './operations/admin-releases.ts'
import * as adminSupport from './operations/admin-support.ts'
import * as adminTokens from './operations/admin-tokens.ts'
import * as adminUsers from './operations/admin-users.ts'
import * as adminWebhooks from './operations/admin-webhooks.ts'
import * as documents from './operations/documents.ts'
import * as guidebook from './operations/guidebook.ts'
import * as guidebookPreview from './operations/guidebook-preview.ts'
import * as imports from './operations/imports.ts'
import * as internal from './operations/internal.ts'
import * as item from './operations/item.ts'
import * as library from './operations/library.ts'
import * as logo from './operations/logo.ts'
import * as onDemand from './operations/on-demand.ts'
import * as people from './operations/people.ts'
import * as poi from './operations/poi.ts'
import * as portal from './operations/portal.ts'
import * as release from './operations/release.ts'
import * as releaseChanges from './operations/release-changes.ts'
import * as releaseLife from './operations/release-life.ts'
import * as route from './operations/route.ts'
import * as supportSession from './operations/support-session.ts'
import * as textPage from './operations/text-page.ts'
import * as tripLink from './operations/trip-link.ts'
import * as usage from './operations/usage.ts'
import * as webhook from './operations/webhook.ts'

const declared = {
  ...library,
  ...route,
  ...poi,
  ...textPage,
  ...item,
  ...guidebook,
  ...guidebookPreview,
  ...release,
  ...onDemand,
  ...releaseChanges,
  ...releaseLife,
  ...documents,
  ...tripLink,
  ...account,
  ...people,
  ...usage,
  ...logo,
  ...webhook,
  ...imports,
  ...portal,
  ...adminAccounts,
  ...adminUsers,
  ...adminWebhooks,
  ...adminImports,
  ...adminReleases,
  ...adminSupport,
  ...adminTokens,
  ...adminImpersonations,
  ...supportSession,
  ...internal,
}

/** Every operation, by its id. */
export const operations = keyed('id', declared satisfies Record<string, Omit<Operation, 'id'>>)

export type OperationId = keyof typeof operations
