import { type Static, Type } from 'typebox'
import examples from './examples.json' with { type: 'json' }
import { email, hashColor, instant, language, logoUrl, phone, webUrl } from './fields.ts'
import { accountId, internalId, oid, version } from './identifiers.ts'
import { accountTypes, storeUrls } from './release-record.ts'
import { closed, nullable, oneOf, text } from './shape.ts'

const name = text(200, { minLength: 1 })
const colors = closed({ primary: hashColor, secondary: hashColor })
const timeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
  description: 'IANA time zone of the account’s days.',
  examples: ['Europe/Zurich'],
})
const app = closed({
  iosUrl: Type.Optional(nullable(webUrl)),
  androidUrl: Type.Optional(nullable(webUrl)),
})

export const papers = ['A4', 'A5'] as const
const roadbook = closed({ paper: oneOf(papers, { description: 'Paper size of roadbooks.' }) })

const emergencyPhone = nullable({
  ...phone,
  description:
    'The operator’s telephone number for emergencies, answered day and night. Printed in roadbooks and shown on the page.',
  examples: ['+41 81 000 00 00'],
} as typeof phone)

export const accountCreation = closed({
  name,
  oid,
  email,
  type: oneOf(accountTypes),
  defaultLang: Type.Optional({ ...language, default: 'en' } as typeof language),
  timeZone: Type.Optional({ ...timeZone, default: 'UTC' } as typeof timeZone),
  colors: Type.Optional(colors),
  logo: Type.Optional(nullable(logoUrl)),
  app: Type.Optional(app),
  roadbook: Type.Optional({ ...roadbook, default: { paper: 'A4' } } as typeof roadbook),
  emergencyPhone: Type.Optional(emergencyPhone),
  test: Type.Optional(Type.Boolean({ default: false })),
})

/** What an account changes itself. Its name, address and type are agreed with support. */
const ownSettings = {
  defaultLang: Type.Optional(language),
  timeZone: Type.Optional(timeZone),
  colors: Type.Optional(closed({ primary: Type.Optional(hashColor), secondary: Type.Optional(hashColor) })),
  logo: Type.Optional(nullable(logoUrl)),
  app: Type.Optional(app),
  roadbook: Type.Optional(roadbook),
  emergencyPhone: Type.Optional(emergencyPhone),
}
export const ownAccountChange = closed(ownSettings, {
  examples: [{ timeZone: 'Europe/Zurich', colors: { primary: '#0a7d4b' }, emergencyPhone: '+41 81 000 00 00' }],
})

/** The Operator ID and `test` cannot change. */
export const accountChange = closed({
  name: Type.Optional(name),
  email: Type.Optional(email),
  type: Type.Optional(oneOf(accountTypes)),
  ...ownSettings,
})

/** Fields of an account that its partners may see. */
const identity = {
  id: accountId,
  oid,
  name: Type.String(),
  type: oneOf(accountTypes),
}

/** Fields of an account that only itself, support and our services may see. */
const settings = {
  ...identity,
  email: Type.String(),
  defaultLang: language,
  timeZone: Type.String(),
  test: Type.Boolean(),
  logo: nullable(Type.String()),
}

/** An account for support. */
export const account = closed({
  ...settings,
  colors,
  app: storeUrls,
  roadbook,
  emergencyPhone,
  connections: Type.Array(accountId),
  suspension: nullable(closed({ since: instant, reason: Type.String() }, { title: 'Suspension' })),
  version,
  createdAt: instant,
  updatedAt: instant,
})
export type Account = Static<typeof account>

const keyFields = {
  id: internalId,
  prefix: Type.String(),
  parent: nullable({
    ...internalId,
    description: 'The key that created this key; null when support or a person created it.',
  }),
  createdBy: nullable(
    Type.String({ description: 'The person who created this key, such as `user:anna@account.example`; else null.' }),
  ),
  createdAt: instant,
  lastUsedAt: nullable({
    ...instant,
    description: 'Last use, to within an hour; null when none was recorded.',
  } as typeof instant),
}

/** Query of a revocation. */
export const keyRevocation = closed({
  descendants: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Revoke also every key that this one made, and that those made in turn. Works for a key that is revoked already.',
    }),
  ),
})

export const keySummary = closed(keyFields, {
  title: 'ApiKey',
  description: 'A key without its secret part.',
})

/** The only response that contains the key. */
export const newKey = closed({ ...keyFields, key: Type.String() }, { title: 'NewApiKey', examples: [examples.newKey] })

/** The account of the key. */
export const ownAccount = closed(
  {
    ...settings,
    colors,
    app: storeUrls,
    roadbook,
    emergencyPhone,
    keys: Type.Array(keySummary),
    partners: Type.Array(closed(identity)),
    createdAt: instant,
  },
  { title: 'OwnAccount', examples: [examples.ownAccount] },
)
export type OwnAccount = Static<typeof ownAccount>

/** The fields of an account that other services store a copy of. */
export const accountProjection = closed({
  ...settings,
  version,
  primaryColor: hashColor,
  secondaryColor: hashColor,
  iosUrl: nullable(Type.String()),
  androidUrl: nullable(Type.String()),
  connections: Type.Array(accountId, { description: 'Connected accounts.' }),
  /** Optional: older copies and messages lack it, which means A4. */
  roadbook: Type.Optional(roadbook),
  /** Optional: older copies and messages lack it. */
  emergencyPhone: Type.Optional(emergencyPhone),
  /** Optional: older copies and messages lack it, which means false. */
  suspended: Type.Optional(Type.Boolean()),
})
export type AccountProjection = Static<typeof accountProjection>
