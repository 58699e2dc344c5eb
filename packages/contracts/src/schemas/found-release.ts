import { type Static, Type } from 'typebox'
import { releaseKinds } from './build-input.ts'
import { instant } from './fields.ts'
import { accountId, generation } from './identifiers.ts'
import { auditEntry, build } from './release-life.ts'
import { releaseRecord } from './release-record.ts'
import { closed, nullable, oneOf, text } from './shape.ts'

/** The build that the link shows. */
const publishedBuild = closed({ generation, at: instant })

/** A release for support: record, build and latest audit entries. */
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

/** Several releases may match: a code is unique within an account only, and a number may be the code of another release. */
export const releaseSearch = {
  name: text(64, {
    minLength: 1,
    description: 'Link, download code of the operator or the seller, or internal number.',
  }),
  account: Type.Optional({
    ...accountId,
    description: 'Only releases with this account as operator or seller.',
  } as typeof accountId),
  audit: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 200, default: 20, description: 'Number of audit entries of each release.' }),
  ),
}

export const foundReleases = closed({ releases: Type.Array(foundRelease, { maxItems: 20 }) })
