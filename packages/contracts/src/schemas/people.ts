/** The people of an account. */
import { type Static, Type } from 'typebox'
import { roles } from '../operation.ts'
import { email, instant, language } from './fields.ts'
import { internalId } from './identifiers.ts'
import { closed, nullable, oneOf, text } from './shape.ts'

export const personName = text(200, { minLength: 1, description: 'Name of the person.', examples: ['Anna Keller'] })

const role = oneOf(roles, {
  description:
    '`viewer` reads, `office` also works on releases, `editor` also on content, `admin` also on keys, people and settings.',
  examples: ['office'],
})

export const accountUser = closed(
  {
    id: internalId,
    email: Type.String(),
    name: nullable(Type.String({ description: 'As the invitation has it, until the person signs in to the account.' })),
    role,
    invitedAt: instant,
    acceptedAt: nullable({ ...instant, description: 'When the person signed in to the account for the first time.' }),
    lastSignInAt: nullable({
      ...instant,
      description: 'When the person last signed in; null until they sign in to the account.',
    }),
  },
  {
    title: 'AccountUser',
    examples: [
      {
        id: '01890a5d-ac96-774b-bcce-b302099a8057',
        email: 'anna@account.example',
        name: 'Anna Keller',
        role: 'office',
        invitedAt: '2026-06-30T08:15:00.000Z',
        acceptedAt: null,
        lastSignInAt: null,
      },
    ],
  },
)
export type AccountUser = Static<typeof accountUser>

export const invitation = closed({
  email,
  name: Type.Optional(personName),
  role,
  language: Type.Optional({
    ...language,
    description: 'Language of the mail and of the portal; the account’s default language if it is missing.',
  } as typeof language),
})

export const roleChange = closed({ role })

/** The only response that contains the link. */
export const signInLink = closed(
  {
    user: accountUser,
    link: Type.String({ description: 'Signs the person in, once.' }),
    expiresAt: instant,
  },
  { title: 'SignInLink' },
)
