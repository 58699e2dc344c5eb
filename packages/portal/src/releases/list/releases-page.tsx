import type { ReleaseRecord } from '@guidebook/client'
import { Button, Group, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { tripDays } from '../../i18n/formats.ts'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { useToday } from '../../i18n/use-today.ts'
import { SaveButton } from '../../ui/actions.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { Empty } from '../../ui/states.tsx'
import { codeOf } from '../queries.ts'
import { isCode } from '../search-text.ts'
import { stateOf, stateText, toneOf } from '../state.ts'
import classes from './releases-page.module.css'

/** The fields come after the rows: they need more code than the rest of the page. */
const Filters = lazyPart(async () => (await import('./filters.tsx')).Filters)

const BulkActions = lazyPart(async () => (await import('./bulk-actions.tsx')).BulkActions)

const route = getRouteApi('/o/$oid/releases')

export function ReleasesPage() {
  const t = useTexts()
  const filter = route.useSearch()
  const { account, client, may } = useAccount()
  const params = { oid: account.oid }
  const pages = usePages<ReleaseRecord>(
    [account.id, 'releases', filter],
    (cursor, { signal }) =>
      client.releases.list({ account: account.id, ...filter, ...(cursor !== undefined && { cursor }) }, { signal }),
    { placeholderData: keepPreviousData },
  )
  const columns = useColumns()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = pages.rows?.filter(({ link }) => selected.has(link)) ?? []
  const { sort: _, ...exported } = filter
  const isFiltered = Object.keys(filter).length > 0
  const create = may('office') && (
    <ButtonLink to="/o/$oid/releases/new" params={params} leftSection={<Icon name="plus" />}>
      {t.newRelease}
    </ButtonLink>
  )
  const askWhy = filter.q !== undefined && isCode(filter.q) && (
    <TextLink to="/o/$oid/releases/$code" params={{ ...params, code: filter.q }}>
      {t.askWhyCode({ code: filter.q })}
    </TextLink>
  )
  return (
    <Page
      title={t.releases}
      lead={t.releasesLead}
      actions={
        <>
          <SaveButton
            label={t.exportCsv}
            name={`releases-${account.oid}.csv`}
            fetchFile={() => client.releases.downloadCsv({ account: account.id, ...exported })}
          />
          <Button variant="default" leftSection={<Icon name="print" />} onClick={() => print()}>
            {t.print}
          </Button>
          {create}
        </>
      }
    >
      <Suspense fallback={<div className={classes.awaited} aria-busy="true" />}>
        <Filters filter={filter} />
      </Suspense>
      {selected.size > 0 && (
        <Suspense fallback={<div aria-busy="true" />}>
          <BulkActions
            releases={chosen}
            onClear={() => setSelected(new Set())}
            onDone={(done) => setSelected((current) => new Set([...current].filter((link) => !done.has(link))))}
          />
        </Suspense>
      )}
      <PagedTable
        pages={pages}
        label={t.releases}
        columns={columns}
        rowKey={rowKey}
        selection={
          may('office')
            ? {
                selected,
                onChange: setSelected,
                isSelectable: ({ provider }) => provider.id === account.id,
                nameOf: (release) => codeOf(release, account.id),
              }
            : undefined
        }
        empty={
          isFiltered ? (
            <Empty icon="search" title={t.noMatch} action={askWhy}>
              {t.noMatchText}
            </Empty>
          ) : (
            <Empty icon="releases" title={t.noReleases} action={create}>
              {t.noReleasesText}
            </Empty>
          )
        }
      />
    </Page>
  )
}

const rowKey = ({ link }: ReleaseRecord) => link

function useColumns(): Column<ReleaseRecord>[] {
  const t = useTexts()
  const { id, oid } = useAccount().account
  const formats = useFormats()
  const today = useToday()
  return useMemo(
    () => [
      { id: 'code', header: t.code, cell: (release) => codeOf(release, id), align: 'end' },
      {
        id: 'name',
        primary: true,
        header: t.release,
        cell: (release) => (
          <TextLink
            to="/o/$oid/releases/$code"
            params={{ oid, code: codeOf(release, id) }}
            fw={500}
            size="sm"
            dir="auto"
          >
            {release.bundleName || codeOf(release, id)}
          </TextLink>
        ),
      },
      {
        id: 'state',
        compact: true,
        header: t.state,
        cell: (release) => {
          const state = stateOf(release, today)
          return (
            <Group gap={6}>
              <StateBadge tone={toneOf[state]}>{stateText(state, t)}</StateBadge>
              {release.locked && <StateBadge tone="quiet">{t.locked}</StateBadge>}
            </Group>
          )
        },
      },
      {
        id: 'period',
        compact: true,
        header: t.period,
        cell: ({ startdate, enddate }) => formats.days(startdate, enddate),
      },
      {
        id: 'trip',
        compact: true,
        header: t.trip,
        cell: ({ arrivaldate, departuredate }) => tripDays(arrivaldate, departuredate, t, formats) ?? dash,
      },
      { id: 'lang', header: t.language, cell: ({ lang }) => formats.language(lang) },
      {
        id: 'seller',
        header: t.reseller,
        cell: ({ seller }) =>
          seller === null ? (
            dash
          ) : (
            <Text size="sm" component="span" dir="auto">
              {seller.name}
            </Text>
          ),
      },
    ],
    [t, formats, today, id, oid],
  )
}

const dash = '–'
