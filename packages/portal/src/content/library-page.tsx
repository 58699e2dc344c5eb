import type { Item } from '@guidebook/client'
import { Group, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../api/account.tsx'
import { nameOf } from '../i18n/names.ts'
import { useFormats, useLanguage, useTexts } from '../i18n/texts.tsx'
import type { Column } from '../ui/data-table.tsx'
import classes from '../ui/filters.module.css'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink, TextLink } from '../ui/links.tsx'
import { LoadedPage, Page } from '../ui/page.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { usePages } from '../ui/query.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Empty } from '../ui/states.tsx'
import { type ItemFilter, readItemFilter } from './filter.ts'
import { itemKindText, kindIcon, kinds } from './kinds.ts'
import { LibraryMap } from './library-map.tsx'
import { libraryKey, RenameLibrary, readLibrary } from './rename-library.tsx'

const route = getRouteApi('/o/$oid/content/libraries/$library')

/** The routes, places and texts of a library. */
export function LibraryPage() {
  const { t, language } = useLanguage()
  const { library } = route.useParams()
  const { account, client, may } = useAccount()
  const params = { oid: account.oid, library }
  const additions = [
    { to: '/o/$oid/content/libraries/$library/gpx', icon: 'imports', label: t.uploadGpx },
    { to: '/o/$oid/content/libraries/$library/new-place', icon: 'poi', label: t.newPlace },
    { to: '/o/$oid/content/libraries/$library/new-text', icon: 'text', label: t.newText },
  ] as const
  const query = useQuery({
    queryKey: libraryKey(account.id, library),
    queryFn: () => readLibrary(client, library),
  })
  return (
    <LoadedPage query={query}>
      {(stored) => {
        const { id, names, customId } = stored.library
        const name = nameOf(names, language, customId)
        return (
          <Page
            title={name}
            lead={<code>{customId}</code>}
            back={
              <TextLink to="/o/$oid/content" params={params} size="sm">
                ← {t.content}
              </TextLink>
            }
            actions={
              may('editor') && (
                <>
                  <RenameLibrary key={id} stored={stored} />
                  {additions.map(({ to, icon, label }) => (
                    <ButtonLink key={to} to={to} params={params} variant="default" leftSection={<Icon name={icon} />}>
                      {label}
                    </ButtonLink>
                  ))}
                </>
              )
            }
          >
            <Items library={library} name={name} />
          </Page>
        )
      }}
    </LoadedPage>
  )
}

function Items({ library, name }: { library: string; name: string }) {
  const t = useTexts()
  const filter = route.useSearch()
  const { account, client } = useAccount()
  const columns = useColumns(account.oid)
  const pages = usePages<Item>(
    [account.id, 'items', library, filter],
    (cursor) =>
      client.content.items.list({
        account: account.id,
        library,
        ...filter,
        ...(cursor !== undefined && { cursor }),
      }),
    { placeholderData: keepPreviousData },
  )
  const isFiltered = filter.q !== undefined || filter.kind !== undefined
  return (
    <>
      <Filters filter={filter} />
      <PagedTable
        pages={pages}
        label={t.content}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty icon={isFiltered ? 'search' : 'content'} title={isFiltered ? t.noMatch : t.emptyLibrary}>
            {isFiltered ? t.noMatchText : t.emptyLibraryText}
          </Empty>
        }
      />
      {pages.rows !== undefined && pages.rows.length > 0 && filter.kind !== 'text' && (
        <LibraryMap library={library} name={name} filter={filter} />
      )}
    </>
  )
}

function Filters({ filter }: { filter: ItemFilter }) {
  const t = useTexts()
  const navigate = route.useNavigate()
  // Another change may have come first while a text was typed.
  const change = (changed: { q?: string; kind?: string | null }) =>
    void navigate({ search: (current) => readItemFilter({ ...current, ...changed }), replace: true })
  return (
    <search className={`${classes.filters} no-print`}>
      <SearchField placeholder={t.searchItems} words={filter.q ?? ''} onSearch={(q) => change({ q })} />
      <Select
        label={t.kind}
        placeholder={t.all}
        clearable
        clearButtonProps={{ 'aria-label': t.clear }}
        data={kinds.map((value) => ({ value, label: itemKindText(value, t) }))}
        value={filter.kind ?? null}
        onChange={(kind) => change({ kind })}
      />
    </search>
  )
}

function useColumns(oid: string): Column<Item>[] {
  const { t, language } = useLanguage()
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'name',
        primary: true,
        header: t.name,
        cell: ({ id, names, customId }) => (
          <TextLink to="/o/$oid/content/items/$item" params={{ oid, item: id }} size="sm" fw={500} dir="auto">
            {nameOf(names, language, customId)}
          </TextLink>
        ),
      },
      {
        id: 'kind',
        compact: true,
        header: t.kind,
        cell: ({ kind }) => (
          <Group gap={6} wrap="nowrap">
            <Icon name={kindIcon[kind]} size={16} /> {itemKindText(kind, t)}
          </Group>
        ),
      },
      {
        id: 'customId',
        header: t.customId,
        cell: ({ customId }) => (customId === null ? '–' : <code>{customId}</code>),
      },
      {
        id: 'languages',
        header: t.languages,
        cell: ({ names }) => Object.keys(names).map(formats.language).join(', '),
      },
      { id: 'changed', header: t.changed, cell: ({ updatedAt }) => formats.instant(updatedAt) },
    ],
    [t, formats, language, oid],
  )
}
