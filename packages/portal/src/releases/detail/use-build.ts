import type { Build } from '@guidebook/client'
import { useDocumentVisibility } from '@mantine/hooks'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useAccount } from '../../api/account.tsx'
import { useLanguage } from '../../i18n/texts.tsx'
import { isUnfinished } from '../../ui/build-state.tsx'

/** Milliseconds. Each event of the stream defers the next poll. */
const pollMs = 5_000

export const buildKey = (account: string, release: string, language: string) => [account, 'build', release, language]

/**
 * The newest build. While it is not finished, it is polled, and followed by server-sent events, which are faster but may break. An account may
 * have few streams: the page of a finished build and a hidden page have none.
 */
export function useBuild(release: string, enabled: boolean): UseQueryResult<Build> {
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const { language } = useLanguage()
  const isVisible = useDocumentVisibility() === 'visible'
  const key = useMemo(() => buildKey(account.id, release, language), [account.id, release, language])
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.releases.readBuild({ account: account.id, release }, { signal }),
    refetchInterval: ({ state }) => isUnfinished(state.data) && pollMs,
    // Otherwise the default decides, which reads nothing after the end of a session.
    ...(!enabled && { enabled }),
  })
  const isFollowed = enabled && isVisible && isUnfinished(query.data)
  useEffect(() => {
    if (!isFollowed) return
    const abort = new AbortController()
    const follow = async () => {
      const builds = client.releases.followBuild({ account: account.id, release }, { signal: abort.signal })
      for await (const build of builds) queries.setQueryData(key, build)
    }
    follow().catch((error: unknown) => {
      if (!abort.signal.aborted) console.warn('the build cannot be followed by events', error)
    })
    return () => abort.abort()
  }, [client, account.id, release, queries, isFollowed, key])
  useReloadAtChange(release, query.data)
  return query
}

/** When a build begins or ends, the record and the log have changed. */
function useReloadAtChange(release: string, build: Build | undefined): void {
  const { account } = useAccount()
  const queries = useQueryClient()
  const reached = build && `${build.generation} ${build.state}`
  const last = useRef(reached)
  useEffect(() => {
    if (reached === undefined || reached === last.current) return
    if (last.current !== undefined) void queries.invalidateQueries({ queryKey: [account.id, 'release', release] })
    last.current = reached
  }, [account.id, release, queries, reached])
}
