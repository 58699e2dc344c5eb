import type { GuidebookSummary } from '@guidebook/client'
import { Select } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../api/account.tsx'
import { nameOf } from '../i18n/names.ts'
import { useFormats, useLanguage, useTexts } from '../i18n/texts.tsx'
import type { Column } from '../ui/data-table.tsx'
import classes from '../ui/filters.module.css'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink, TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { usePages } from '../ui/query.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Empty } from '../ui/states.tsx'
import { type GuidebookFilter, sorts } from './filter.ts'

const route = getRouteApi('/o/$oid/guidebooks')
const firstSort = 'title'

export function GuidebooksPage() {
  const { t, language } = useLanguage()
  const filter = route.useSearch()
  const { account, client, may } = useAccount()
  const params = { oid: account.oid }
  const { q, sort = firstSort } = filter
  const columns = useColumns(account.oid)
  const pages = usePages<GuidebookSummary>(
    [account.id, 'guidebooks', { q, sort, language }],
    (cursor) =>
      client.content.guidebooks.list({
        account: account.id,
        lang: language,
        sort,
        ...(q !== undefined && { q }),
        ...(cursor !== undefined && { cursor }),
      }),
    { placeholderData: keepPreviousData },
  )
  const create = may('editor') && (
    <ButtonLink to="/o/$oid/new-guidebook" params={params} leftSection={<Icon name="plus" />}>
      {t.newGuidebook}
    </ButtonLink>
  )
  const firstStep = (
    <ButtonLink to="/o/$oid/content" params={params} variant="default" leftSection={<Icon name="content" />}>
      {t.toLibraries}
    </ButtonLink>
  )
  return (
    <Page title={t.guidebooks} lead={t.guidebooksLead} actions={create}>
      <Filters filter={filter} />
      <PagedTable
        pages={pages}
        label={t.guidebooks}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          q === undefined ? (
            <Empty icon="guidebooks" title={t.noGuidebooks} action={firstStep}>
              {t.noGuidebooksText}
            </Empty>
          ) : (
            <Empty icon="search" title={t.noMatch}>
              {t.noMatchText}
            </Empty>
          )
        }
      />
    </Page>
  )
}

function Filters({ filter }: { filter: GuidebookFilter }) {
  const t = useTexts()
  const navigate = route.useNavigate()
  const change = ({ q, sort }: { q?: string; sort?: string }) =>
    void navigate({
      // Another change may have come first while a text was typed.
      search: (current) => {
        const words = q ?? current.q ?? ''
        const order = sorts.find((one) => one === (sort ?? current.sort))
        return { ...(words !== '' && { q: words }), ...(order !== undefined && order !== firstSort && { sort: order }) }
      },
      replace: true,
    })
  const sortTexts: Record<(typeof sorts)[number], string> = {
    title: t.sortTitle,
    '-title': t.sortTitleLast,
    '-changed': t.sortChanged,
    '-created': t.sortNewest,
    created: t.sortOldest,
    customId: t.customId,
  }
  return (
    <search className={classes.filters}>
      <SearchField placeholder={t.searchGuidebooks} words={filter.q ?? ''} onSearch={(q) => change({ q })} />
      <Select
        label={t.sortBy}
        allowDeselect={false}
        data={sorts.map((value) => ({ value, label: sortTexts[value] }))}
        value={filter.sort ?? firstSort}
        onChange={(sort) => change({ sort: sort ?? firstSort })}
      />
    </search>
  )
}

function useColumns(oid: string): Column<GuidebookSummary>[] {
  const { t, language } = useLanguage()
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'title',
        primary: true,
        header: t.title,
        cell: ({ customId, titles }) => (
          <TextLink
            to="/o/$oid/guidebooks/$guidebook"
            params={{ oid, guidebook: customId }}
            size="sm"
            fw={500}
            dir="auto"
          >
            {nameOf(titles, language, customId)}
          </TextLink>
        ),
      },
      { id: 'customId', header: t.customId, cell: ({ customId }) => <code>{customId}</code> },
      { id: 'stages', header: t.stages, align: 'end', cell: ({ stageCount }) => formats.number(stageCount) },
      {
        id: 'languages',
        header: t.languages,
        cell: ({ titles }) => formats.list(Object.keys(titles).map(formats.language)),
      },
      { id: 'changed', header: t.changed, cell: ({ updatedAt }) => formats.instant(updatedAt) },
    ],
    [t, formats, language, oid],
  )
}
