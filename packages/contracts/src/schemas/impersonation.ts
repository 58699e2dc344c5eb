/** Support in the portal of an account, in the place of its people. */
import { type Static, Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import { roles } from '../operation.ts'
import { instant } from './fields.ts'
import { internalId } from './identifiers.ts'
import { closed, nullable, oneOf, text } from './shape.ts'

const role = oneOf(roles, { description: 'The rights of support while it lasts, never more.', examples: ['office'] })

export const impersonationRequest = closed({
  role,
  reason: text(200, {
    minLength: 1,
    pattern: '^\\s*\\S',
    fault: 'not-blank' satisfies FieldRule,
    description: 'Why. The account sees it, also in the log of each change.',
    examples: ['Ticket 4711: dates cannot be changed'],
  }),
})

export const impersonation = closed(
  {
    id: internalId,
    by: Type.String({ description: 'Support, with the name of its person, such as `support:anna`.' }),
    role,
    reason: Type.String({ description: 'Why, as the person of support stated it.' }),
    createdAt: instant,
    openedAt: nullable({
      ...instant,
      description: 'When the portal was opened; null if it was not.',
    } as typeof instant),
    endsAt: nullable({
      ...instant,
      description: 'When it ended, or will end at the latest; null if the portal was not opened.',
    } as typeof instant),
  },
  {
    title: 'Impersonation',
    description: 'Support opened the portal of the account, in the place of a person.',
    examples: [
      {
        id: '01890a5d-ac96-774b-bcce-b302099a8057',
        by: 'support:anna',
        role: 'office',
        reason: 'Ticket 4711: dates cannot be changed',
        createdAt: '2026-06-30T08:15:00.000Z',
        openedAt: '2026-06-30T08:15:04.000Z',
        endsAt: '2026-06-30T09:15:04.000Z',
      },
    ],
  },
)
export type Impersonation = Static<typeof impersonation>

/** The only response that contains the link. */
export const impersonationLink = closed(
  {
    impersonation,
    link: Type.String({ description: 'Opens the portal, once.' }),
    expiresAt: { ...instant, description: 'When the link expires: after a minute.' } as typeof instant,
  },
  { title: 'ImpersonationLink' },
)
