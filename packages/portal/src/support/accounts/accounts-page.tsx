import { Badge, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { Empty } from '../../ui/states.tsx'
import { useTypedText } from '../../ui/use-typed-text.ts'
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { PageLink, paths, useGo } from '../links.tsx'
import { AccountFields } from './account-fields.tsx'

export type Account = AnswerOf<'readAccountForSupport'>

export function AccountsPage() {
  const t = useTexts()
  const s = useSupportTexts()
  const go = useGo()
  const { q } = useSearch({ strict: false }) as { q?: string }
  const [typed, type] = useTypedText(
    q ?? '',
    (words) => void go(paths.accounts, { search: words === '' ? {} : { q: words }, replace: true }),
  )
  const pages = usePages<Account>(
    ['accounts', q],
    (cursor) => ({
      page: () =>
        call('listAccounts', { query: { ...(q !== undefined && { q }), ...(cursor !== undefined && { cursor }) } }),
    }),
    { placeholderData: keepPreviousData },
  )
  return (
    <Page title={s.accounts} lead={s.accountsLead} actions={<NewAccount />}>
      <search>
        <TextInput
          type="search"
          label={t.search}
          placeholder={s.searchAccounts}
          leftSection={<Icon name="search" />}
          maw={420}
          maxLength={200}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </search>
      <PagedTable
        pages={pages}
        label={s.accounts}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={
          q === undefined ? (
            <Empty icon="people" title={s.noAccounts}>
              {s.noAccountsText}
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

function useColumns(): Column<Account>[] {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'name',
        primary: true,
        header: t.name,
        cell: ({ id, name, test }) => (
          <Group gap={8}>
            <PageLink to={paths.account(id)} size="sm" fw={500} dir="auto">
              {name}
            </PageLink>
            {test && (
              <Badge size="sm" color="orange" variant="light" tt="none">
                {t.testAccount}
              </Badge>
            )}
          </Group>
        ),
      },
      { id: 'oid', header: 'OID', cell: ({ oid }) => <code>{oid}</code> },
      {
        id: 'type',
        compact: true,
        header: s.type,
        cell: ({ type }) => (type === 'operator' ? t.operator : t.reseller),
      },
      { id: 'email', header: t.email, cell: ({ email }) => <Text size="sm">{email}</Text> },
      {
        id: 'state',
        header: t.state,
        cell: ({ suspension }) =>
          suspension === null ? (
            <StateBadge tone="good">{s.active}</StateBadge>
          ) : (
            <StateBadge tone="bad">{s.suspended}</StateBadge>
          ),
      },
      { id: 'created', header: t.created, cell: ({ createdAt }) => formats.instant(createdAt) },
    ],
    [t, s, formats],
  )
}

const emptyDraft = { name: '', oid: '', email: '', type: 'operator' as 'operator' | 'reseller', test: false }

function NewAccount() {
  const t = useTexts()
  const s = useSupportTexts()
  const go = useGo()
  const [draft, setDraft] = useState(emptyDraft)
  const change = (changed: Partial<typeof emptyDraft>) => setDraft({ ...draft, ...changed })
  const submit = async () => {
    const { id } = await call('createAccount', { body: draft })
    notify(s.accountCreated)
    await go(paths.accountTab(id, 'people'))
  }
  return (
    <FormModal
      label={s.newAccount}
      icon="plus"
      size="sm"
      variant="filled"
      title={s.newAccount}
      submitLabel={s.newAccount}
      draft={draft}
      fields={['/name', '/oid', '/email', '/type']}
      submit={submit}
      onOpen={() => setDraft(emptyDraft)}
    >
      {(faults) => (
        <Stack>
          <AccountFields draft={draft} onChange={change} faults={faults}>
            <TextInput
              label={t.oid}
              required
              value={draft.oid}
              onChange={(event) => change({ oid: event.currentTarget.value })}
              error={faults.at('/oid')}
            />
          </AccountFields>
          <Switch
            label={t.testAccount}
            checked={draft.test}
            onChange={(event) => change({ test: event.currentTarget.checked })}
          />
        </Stack>
      )}
    </FormModal>
  )
}
