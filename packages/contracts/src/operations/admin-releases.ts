/** Support's operations on the releases of all accounts. */
import { defineOperation } from '../operation.ts'
import { foundReleases, releaseSearch } from '../schemas/found-release.ts'
import { accountId, releaseLink } from '../schemas/identifiers.ts'
import { build } from '../schemas/release-life.ts'
import { closed } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const shared = { service: 'releases', audience: 'admin', tag: 'Support', bodyLimitBytes: mebibytes(1) } as const

export const findReleases = defineOperation({
  ...shared,
  id: 'findReleases',
  method: 'GET',
  path: '/admin/releases',
  summary: 'Find a release by its link, one of its download codes, or its number',
  query: closed(releaseSearch),
  responses: { 200: { description: 'The matching releases, newest first.', body: foundReleases } },
  errors: [],
})

export const buildRelease = defineOperation({
  ...shared,
  id: 'buildRelease',
  method: 'POST',
  path: '/admin/releases/{account}/{release}/build',
  summary: 'Build the documents of a release again',
  description: 'Starts a new build in any state of the previous one. A running build is replaced.',
  params: closed({ account: accountId, release: releaseLink }),
  responses: { 202: { description: 'The new build.', body: build } },
  errors: [],
})
