import { type Static, Type } from 'typebox'
import { releaseKinds } from './build-input.ts'
import { instant } from './fields.ts'
import { accountId, generation } from './identifiers.ts'
import { auditEntry, build } from './release-life.ts'
import { releaseRecord } from './release-record.ts'
import { closed, nullable, oneOf, text } from './shape.ts'

/** The build that the link shows. */
const publishedBuild = closed({ generation, at: instant })

/** A release as support sees it: what it is, how its build fares, what happened to it last. */
export const foundRelease = closed(
  {
    kind: oneOf(releaseKinds),
    record: releaseRecord,
    revokedAt: nullable(instant),
    build,
    published: nullable(publishedBuild),
    audit: Type.Array(auditEntry, { description: 'The latest entries, newest first.' }),
  },
  { title: 'FoundRelease' },
)
export type FoundRelease = Static<typeof foundRelease>

/** One code can name releases of several accounts, and a number can be the code of another release. */
export const releaseSearch = {
  name: text(64, {
    minLength: 1,
    description: 'Link, download code of the operator or the seller, or internal number.',
  }),
  account: Type.Optional({
    ...accountId,
    description: 'Only where this account is operator or seller.',
  } as typeof accountId),
  audit: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 200, default: 20, description: 'How many audit entries of each.' }),
  ),
}

export const foundReleases = closed({ releases: Type.Array(foundRelease, { maxItems: 20 }) })
