import type { ReleaseRecord } from '@guidebook/contracts'
import type { Partner } from './partners.ts'

/** All releases of the account. */
export async function listReleases({ id, client }: Partner): Promise<ReleaseRecord[]> {
  const records: ReleaseRecord[] = []
  for (let path: string | null = `/content/release/${id}?limit=200`; path !== null; ) {
    const { body }: { body: { items: ReleaseRecord[]; nextCursor: string | null } } = await client.send('GET', path)
    records.push(...body.items)
    path = body.nextCursor === null ? null : `/content/release/${id}?limit=200&cursor=${body.nextCursor}`
  }
  return records
}
