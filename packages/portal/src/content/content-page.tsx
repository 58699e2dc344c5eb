import type { Library } from '@guidebook/client'
import { Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { nameOf } from '../i18n/names.ts'
import { useFormats, useLanguage, useTexts } from '../i18n/texts.tsx'
import { notify } from '../ui/actions.tsx'
import type { Column } from '../ui/data-table.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { usePages } from '../ui/query.ts'
import { Empty } from '../ui/states.tsx'

/** The libraries: containers of routes, places and texts. */
export function ContentPage() {
  const t = useTexts()
  const { account, client, may } = useAccount()
  const columns = useColumns(account.oid)
  const pages = usePages<Library>([account.id, 'libraries'], (cursor) =>
    client.content.libraries.list({ account: account.id, ...(cursor !== undefined && { cursor }) }),
  )
  const create = may('editor') && <NewLibrary />
  return (
    <Page title={t.content} lead={t.contentLead} actions={create}>
      <PagedTable
        pages={pages}
        label={t.libraries}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty icon="content" title={t.noLibraries} action={create}>
            {t.noLibrariesText}
          </Empty>
        }
      />
    </Page>
  )
}

function useColumns(oid: string): Column<Library>[] {
  const { t, language } = useLanguage()
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'name',
        primary: true,
        header: t.library,
        cell: ({ customId, names }) => (
          <TextLink
            to="/o/$oid/content/libraries/$library"
            params={{ oid, library: customId }}
            size="sm"
            fw={500}
            dir="auto"
          >
            {nameOf(names, language, customId)}
          </TextLink>
        ),
      },
      { id: 'customId', header: t.customId, cell: ({ customId }) => <code>{customId}</code> },
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

function NewLibrary() {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const [customId, setCustomId] = useState('')
  const [name, setName] = useState('')
  const submit = async () => {
    await client.content.libraries.create({ account: account.id, customId, names: { [language]: name } })
    notify(t.saved)
    await queries.invalidateQueries({ queryKey: [account.id, 'libraries'] })
  }
  const reset = () => {
    setCustomId('')
    setName('')
  }
  return (
    <FormModal
      label={t.newLibrary}
      icon="plus"
      size="sm"
      variant="filled"
      title={t.newLibrary}
      draft={{ name, customId }}
      fields={['/customId', '/names']}
      submit={submit}
      onOpen={reset}
    >
      {(faults) => (
        <Group grow align="flex-start">
          <TextInput
            label={t.name}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faults.at('/names')}
          />
          <TextInput
            label={t.customId}
            description={t.customIdHint}
            required
            value={customId}
            onChange={(event) => setCustomId(event.currentTarget.value)}
            error={faults.at('/customId')}
          />
        </Group>
      )}
    </FormModal>
  )
}
