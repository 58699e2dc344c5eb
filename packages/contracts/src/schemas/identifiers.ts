import { Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import { text } from './shape.ts'

const id = (description: string, example: string) => text(64, { minLength: 1, description, examples: [example] })

export const accountId = id('Account ID.', 'ACCOUNT_ID')
export const internalId = id('Internal ID: an opaque string.', '01890a5d-ac96-774b-bcce-b302099a8057')
export const customId = text(255, {
  minLength: 1,
  description: 'Custom ID, chosen by the account.',
  examples: ['ROUTE-1'],
})

/** A custom ID, with another example. */
export const customIdLike = (example: string) => ({ ...customId, examples: [example] }) as typeof customId

export const oid = Type.String({
  pattern: '^[A-Z0-9]{3}$',
  fault: 'oid' satisfies FieldRule,
  description: 'Operator ID (OID) of an organisation.',
  examples: ['ABC'],
})

/** Integers that every JSON parser reads exactly: 1 to 2^53-1. */
export const downloadCode = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  fault: 'download-code' satisfies FieldRule,
  description: 'Download code, typically the booking reference; unique within the account.',
  examples: [20240001],
})

export const releaseId = Type.Integer({
  minimum: 0,
  description: 'Internal release ID: a unique whole number below 2^53. IDs are not consecutive; store them in 64 bits.',
})
export const releaseKey = Type.String({ format: 'uuid', description: 'Unique release key.' })
export const releaseLink = text(64, {
  minLength: 1,
  description: 'Trip Link slug of the release.',
  examples: ['k3Vq8ZpT1xWcY7dRsN2bLg'],
})

/** Counts the states of a resource. Receivers ignore older versions. */
export const version = Type.Integer({ minimum: 0, description: 'Increases with every change.' })
export const generation = Type.Integer({ minimum: 1, description: 'Increases with every requested build.' })
