import type { ApiKey } from '@guidebook/client'
import { Code } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount, useSettings } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { notify } from '../ui/actions.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { keyMakerText } from '../ui/key-maker.ts'
import { SecretModal } from '../ui/secret-modal.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useNextWindow } from '../ui/use-next-window.ts'
import { SettingsLayout } from './settings-layout.tsx'

export function KeysPage() {
  const t = useTexts()
  const { account, client, may } = useAccount()
  const settingsQuery = useSettings()
  const queries = useQueryClient()
  const secret = useNextWindow<string>()
  const columns = useColumns()
  const create = async () => {
    const { key } = await client.account.createKey()
    secret.prepare(key)
    void queries.invalidateQueries({ queryKey: [account.id, 'settings'] })
  }
  const createButton = may('admin') && (
    <ConfirmButton
      label={t.createKey}
      icon="plus"
      title={t.createKey}
      confirmLabel={t.createKey}
      act={create}
      onClosed={secret.open}
      danger={false}
      variant="filled"
    >
      {t.createKeyText}
    </ConfirmButton>
  )
  return (
    <SettingsLayout tab="keys" lead={t.keysLead} actions={createButton}>
      <Loaded query={settingsQuery}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty icon="key" title={t.noKeys}>
              {t.noKeysText}
            </Empty>
          ) : (
            <DataTable label={t.keys} rows={keys} columns={columns} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      <SecretModal title={t.newKey} secret={secret} />
    </SettingsLayout>
  )
}

function useColumns(): Column<ApiKey>[] {
  const t = useTexts()
  const formats = useFormats()
  const { account, client, may, settings } = useAccount()
  const queries = useQueryClient()
  const keys = settings?.keys
  return useMemo(() => {
    const revoke = (id: string) => async () => {
      await client.account.revokeKey({ key_id: id })
      notify(t.keyRevoked)
      await queries.invalidateQueries({ queryKey: [account.id, 'settings'] })
    }
    return [
      { id: 'prefix', header: t.key, cell: ({ prefix }) => <Code>{prefix}…</Code> },
      { id: 'created', header: t.created, cell: ({ createdAt }) => formats.instant(createdAt) },
      {
        id: 'used',
        header: t.lastUsed,
        cell: ({ lastUsedAt }) => (lastUsedAt ? formats.instant(lastUsedAt) : t.neverUsed),
      },
      { id: 'parent', header: t.madeWith, cell: (key) => keyMakerText(key, keys ?? [], t) },
      ...(may('admin')
        ? [
            {
              id: 'revoke',
              header: t.actions,
              cell: ({ id, prefix }: ApiKey) => (
                <ConfirmButton size="xs" label={t.revoke} title={t.revokeKey} confirmLabel={t.revoke} act={revoke(id)}>
                  {t.revokeKeyText({ prefix })}
                </ConfirmButton>
              ),
            },
          ]
        : []),
    ]
  }, [t, formats, client, account.id, may, queries, keys])
}
