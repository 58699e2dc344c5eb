/** What the search finds: releases, guidebooks, and items of the libraries, a few of each. */
import { ApiError, type ReleaseRecord } from '@guidebook/client'
import { useQueries } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useAccount } from '../api/account.tsx'
import { itemKindText, kindIcon } from '../content/kinds.ts'
import type { Formats } from '../i18n/formats.ts'
import { nameOf } from '../i18n/names.ts'
import { useFormats, useLanguage } from '../i18n/texts.tsx'
import { codeOf, useFindCode } from '../releases/queries.ts'
import { linkIn } from '../releases/search-text.ts'
import type { IconName } from '../ui/icon.tsx'

export interface Found {
  /** Unique among all that is found. */
  key: string
  icon: IconName
  title: string
  detail: string
  /** Its page. */
  page: Pick<LinkProps, 'to' | 'params'>
}

/** Results of one kind. */
const limit = 5

/** The shortest text that is searched. A code may have one digit. */
export const isSearched = (text: string): boolean => text.length >= 2 || /^\d$/.test(text)

export function useFound(text: string) {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const formats = useFormats()
  const findCode = useFindCode()
  const { id, oid } = account
  const q = text.slice(0, 200)
  // A Trip Link is a secret of one release: nothing else is searched for it.
  const isLink = linkIn(q) !== null
  const query = (kind: string, find: (signal: AbortSignal) => Promise<Found[]>) => ({
    queryKey: [id, 'search', kind, q, language],
    queryFn: ({ signal }: { signal: AbortSignal }) => find(signal),
  })
  const searches = !isSearched(q)
    ? []
    : isLink
      ? [query('link', () => releaseOfLink(q, findCode, oid))]
      : [
          query('releases', async (signal) => {
            const { items } = await client.releases.list({ account: id, q, limit }, { signal }).page()
            return items.map((release) => foundRelease(release, { id, oid, formats }))
          }),
          query('guidebooks', async (signal) => {
            const asked = { account: id, q, limit, lang: language, sort: 'title' } as const
            const { items } = await client.content.guidebooks.list(asked, { signal }).page()
            return items.map(({ customId, titles }) => ({
              key: `guidebook ${customId}`,
              icon: 'guidebooks' as const,
              title: nameOf(titles, language, customId),
              detail: `${t.guidebook} · ${customId}`,
              page: { to: '/o/$oid/guidebooks/$guidebook', params: { oid, guidebook: customId } },
            }))
          }),
          query('items', async (signal) => {
            const { items } = await client.content.items.list({ account: id, q, limit }, { signal }).page()
            return items.map((item) => ({
              key: `item ${item.id}`,
              icon: kindIcon[item.kind],
              title: nameOf(item.names, language, item.customId),
              detail: `${itemKindText(item.kind, t)} · ${item.customId ?? ''}`,
              page: { to: '/o/$oid/content/items/$item', params: { oid, item: item.id } },
            }))
          }),
        ]
  return useQueries({
    queries: searches,
    combine: (results) => ({
      found: results.map(({ data }) => data ?? []),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
    }),
  })
}

function foundRelease(
  release: ReleaseRecord,
  { id, oid, formats }: { id: string; oid: string; formats: Formats },
): Found {
  const code = codeOf(release, id)
  return {
    // Not its Trip Link, which is a secret.
    key: `release ${code}`,
    icon: 'releases',
    title: release.bundleName || code,
    detail: `${code} · ${formats.days(release.startdate, release.enddate)}`,
    page: { to: '/o/$oid/releases/$code', params: { oid, code } },
  }
}

/** The release of a Trip Link; none if the account has no release with this link. */
async function releaseOfLink(
  text: string,
  findCode: (text: string) => Promise<string | null>,
  oid: string,
): Promise<Found[]> {
  const code = await findCode(text).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  if (code === null) return []
  return [
    {
      key: `release ${code}`,
      icon: 'releases',
      title: code,
      detail: '',
      page: { to: '/o/$oid/releases/$code', params: { oid, code } },
    },
  ]
}
