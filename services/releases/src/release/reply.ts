import type { ReleaseRecord } from '@guidebook/contracts'
import { presentRelease } from './present.ts'
import type { FullRelease } from './queries.ts'
import { releaseEtag } from './release-etag.ts'

/** The answer that every operation on a release gives: its record. */
export function recordReply<const Status extends 200 | 201 | 202>(
  status: Status,
  full: FullRelease,
  publicUrl: string,
): { status: Status; body: ReleaseRecord; etag: string } {
  return { status, body: presentRelease(full.release, full.parties, publicUrl), etag: releaseEtag(full) }
}

/** Where the release is read by its operator. */
export const releasePath = ({ release: { account, link } }: FullRelease): string =>
  `/content/release/${account}/${link}`
