import { type Static, Type } from 'typebox'
import { instant, names } from './fields.ts'
import { accountId, customId, internalId, version } from './identifiers.ts'
import { closed } from './shape.ts'

export const libraryCreation = closed(
  { account: accountId, customId, names },
  { examples: [{ account: 'ACCOUNT_ID', customId: 'LIB-1', names: { en: 'Hotels', de: 'Hotels' } }] },
)
export const libraryChange = closed(
  { account: accountId, customId: Type.Optional(customId), names },
  { examples: [{ account: 'ACCOUNT_ID', names: { en: 'Hotels and huts' } }] },
)

export const library = closed(
  { id: internalId, account: accountId, customId, names, version, createdAt: instant, updatedAt: instant },
  { title: 'Library' },
)
export type Library = Static<typeof library>
