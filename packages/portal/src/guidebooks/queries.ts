import type { Guidebook } from '@guidebook/client'
import type { Client } from '@guidebook/client/internal'
import { queryOptions } from '@tanstack/react-query'
import { readBlob } from '../api/read-blob.ts'
import type { PictureQuery } from '../ui/picture.tsx'

/** A guidebook with its ETag, by which the service refuses a change when the guidebook has changed meanwhile. */
export interface StoredGuidebook {
  guidebook: Guidebook
  etag: string | null
}

export async function readGuidebook(client: Client, account: string, customId: string): Promise<StoredGuidebook> {
  const { data, etag } = await client.content.guidebooks.read({ account, customId }).withResponse()
  return { guidebook: data, etag }
}

export const guidebookKey = (account: string, customId: string) => [account, 'guidebook', customId]

/** The cover of a version of the guidebook. */
export const coverQuery = (client: Client, account: string, customId: string, version: number): PictureQuery =>
  queryOptions({
    queryKey: [...guidebookKey(account, customId), 'cover', version],
    queryFn: async () => readBlob(await client.content.guidebooks.downloadCover({ account, customId })),
    staleTime: Number.POSITIVE_INFINITY,
  })
