import type { FullRelease } from './queries.ts'

/** Changes with everything that the record shows: the release itself and the accounts of its parties. */
export const releaseEtag = ({ release, parties }: FullRelease): string =>
  `${release.key}.${release.revision}.${parties.provider.version}.${parties.seller?.version ?? 0}`
