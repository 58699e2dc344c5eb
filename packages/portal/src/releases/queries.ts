import type { Call, ChangeOptions, ReleaseRecord } from '@guidebook/client'
import type { Client } from '@guidebook/client/internal'
import { hashKey, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { notify, useNotifyFailure } from '../ui/actions.tsx'
import { ConflictError, isConflict } from '../ui/conflict-notice.tsx'
import { isCode, linkIn } from './search-text.ts'

const releaseKey = (account: string, release: string) => [account, 'release', release] as const

/**
 * The code of a release in an account; a reseller has its own. Addresses of pages contain the code, because the link is a secret: it opens the trip.
 */
export const codeOf = (
  { provider, operatorDownloadCode, sellerDownloadCode }: ReleaseRecord,
  account: string,
): string => String(provider.id === account ? operatorDownloadCode : sellerDownloadCode)

/** The link of the release with this code in the account; null if there is none. */
export function useReleaseLink(code: string) {
  const { account, client } = useAccount()
  return useQuery({
    queryKey: [account.id, 'release-link', code],
    queryFn: async ({ signal }): Promise<string | null> => {
      if (!isCode(code)) return null
      const query = { account: account.id, downloadCode: Number(code), limit: 1 }
      const { items } = await client.releases.list(query, { signal }).page()
      return items[0]?.link ?? null
    },
  })
}

/** Returns a function that finds the code of the release that a text names by its code or its Trip Link; null for any other text. */
export function useFindCode() {
  const { account, client } = useAccount()
  return async (text: string): Promise<string | null> => {
    const link = linkIn(text)
    if (link === null) return isCode(text.trim()) ? text.trim() : null
    return codeOf(await client.releases.read({ account: account.id, release: link }), account.id)
  }
}

export function useRelease(release: string) {
  const { account, client } = useAccount()
  return useQuery({
    queryKey: releaseKey(account.id, release),
    queryFn: ({ signal }) => client.releases.read({ account: account.id, release }, { signal }),
  })
}

type Address = { account: string; release: string }

/**
 * Returns a function that reloads what a change of a release may have changed: the parts of its page, its build and the lists. It resolves when the
 * part with the key `awaited` is loaded; the others may take longer.
 */
export function useReloadRelease(release: string) {
  const { account } = useAccount()
  const queries = useQueryClient()
  return useCallback(
    async (awaited?: QueryKey) => {
      for (const kind of ['release', 'build']) void queries.invalidateQueries({ queryKey: [account.id, kind, release] })
      void queries.invalidateQueries({ queryKey: [account.id, 'releases'] })
      if (awaited !== undefined) await queries.refetchQueries({ queryKey: awaited }, { cancelRefetch: false })
    },
    [account.id, queries, release],
  )
}

/** Changes a release by one or several requests. The page shows the returned record immediately, and reloads log and lists. */
export function useReleaseChange(release: string) {
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const reload = useReloadRelease(release)
  const t = useTexts()
  return async (change: (releases: Client['releases'], address: Address) => PromiseLike<ReleaseRecord>) => {
    try {
      const record = await change(client.releases, { account: account.id, release })
      queries.setQueryData(releaseKey(account.id, release), record)
      notify(t.saved)
      return record
    } finally {
      // Also after a failure: earlier requests may have changed the release. A change may begin a build.
      void reload()
    }
  }
}

export type ChangeRequest = (
  releases: Client['releases'],
  address: Address,
  options: ChangeOptions,
) => Call<ReleaseRecord>

/** Tries of a request while other changes come first. */
const mostTries = 3

/**
 * An edit of some fields in a window. It is saved only if the service still has what these fields began with. The ETag alone cannot say that: it
 * also changes with other fields, with a build and with the account. The ETag of the version that was compared makes sure that nothing comes in
 * between; what came is compared again.
 */
export function useReleaseEdit(
  release: ReleaseRecord,
  fields: readonly (keyof ReleaseRecord)[],
  show: (stored: ReleaseRecord) => void,
) {
  const t = useTexts()
  const { account, client } = useAccount()
  const change = useReleaseChange(release.link)
  const base = useRef(release)
  // Sorts names: a record has them in another order after a change than after a reading.
  const textOf = (record: ReleaseRecord) => hashKey(fields.map((field) => record[field]))
  const read = async () => {
    base.current = await client.releases.read({ account: account.id, release: release.link })
  }
  return {
    /** What the edit began with. A later reading of the page does not change it. */
    base,
    begin: () => {
      base.current = release
      show(release)
    },
    /** Sends the requests one after the other. */
    save: (...requests: ChangeRequest[]) =>
      change(async (releases, address) => {
        const readUnchanged = async () => {
          const stored = await releases.read(address).withResponse()
          if (textOf(stored.data) !== textOf(base.current)) throw new ConflictError(t.changedMeanwhileText)
          return stored
        }
        let stored = await readUnchanged()
        for (const send of requests) {
          for (let time = 1; ; time++) {
            const { etag } = stored
            try {
              stored = await send(releases, address, etag === null ? {} : { ifMatch: etag }).withResponse()
              break
            } catch (error) {
              if (time === mostTries || !isConflict(error)) throw error
              stored = await readUnchanged()
            }
          }
          base.current = stored.data
        }
        return stored.data
      }),
    conflict: {
      takeStored: async () => {
        await read()
        show(base.current)
      },
      replaceStored: read,
    },
  }
}

/** A switch shows its new state immediately, and the old one again if the service refuses the change. */
export function useReleaseSwitch(release: string, field: keyof ReleaseRecord) {
  const { account } = useAccount()
  const queries = useQueryClient()
  const change = useReleaseChange(release)
  const notifyFailure = useNotifyFailure()
  const key = releaseKey(account.id, release)
  return useMutation({
    mutationFn: ({ send }: { on: boolean; send: Parameters<typeof change>[0] }) => change(send),
    onMutate: ({ on }) => {
      const before = queries.getQueryData<ReleaseRecord>(key)
      if (before !== undefined) queries.setQueryData(key, { ...before, [field]: on })
      return before
    },
    onError: (error, _, before) => {
      queries.setQueryData(key, before)
      notifyFailure(error)
    },
  })
}
