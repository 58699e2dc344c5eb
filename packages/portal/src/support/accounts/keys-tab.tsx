import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { keyMakerText } from '../../ui/key-maker.ts'
import { SecretModal } from '../../ui/secret-modal.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useNextWindow } from '../../ui/use-next-window.ts'
import { type AnswerOf, call } from '../api/call.ts'
import { useOpenAccount, useReload } from './account.tsx'

type Key = AnswerOf<'listKeysOfAccount'>['keys'][number]

export function KeysTab() {
  const t = useTexts()
  const formats = useFormats()
  const { id } = useOpenAccount()
  const reload = useReload()
  const secret = useNextWindow<string>()
  const query = useQuery({
    queryKey: ['account', id, 'keys'],
    queryFn: () => call('listKeysOfAccount', { params: { account_id: id } }),
  })
  const create = async () => {
    const { key } = await call('createKeyForAccount', { params: { account_id: id } })
    secret.prepare(key)
    void reload()
  }
  const listed = query.data?.keys
  const columns = useMemo((): Column<Key>[] => {
    const revoke = (key: string) => async () => {
      await call('revokeKeyOfAccount', { params: { account_id: id, key_id: key } })
      notify(t.keyRevoked)
      await reload()
    }
    return [
      { id: 'prefix', primary: true, header: t.key, cell: ({ prefix }) => <Code>{prefix}…</Code> },
      { id: 'by', header: t.madeWith, cell: (key) => keyMakerText(key, listed ?? [], t) },
      { id: 'created', header: t.created, cell: ({ createdAt }) => formats.instant(createdAt) },
      {
        id: 'used',
        header: t.lastUsed,
        cell: ({ lastUsedAt }) => (lastUsedAt ? formats.instant(lastUsedAt) : t.neverUsed),
      },
      {
        id: 'revoke',
        header: t.actions,
        cell: ({ id: key, prefix }) => (
          <ConfirmButton size="xs" label={t.revoke} title={t.revokeKey} confirmLabel={t.revoke} act={revoke(key)}>
            {t.revokeKeyText({ prefix })}
          </ConfirmButton>
        ),
      },
    ]
  }, [t, formats, id, reload, listed])
  return (
    <Card
      title={t.keys}
      actions={
        <ConfirmButton
          size="xs"
          label={t.createKey}
          icon="plus"
          title={t.createKey}
          confirmLabel={t.createKey}
          act={create}
          onClosed={secret.open}
          danger={false}
        >
          {t.createKeyText}
        </ConfirmButton>
      }
    >
      <Loaded query={query}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty icon="key" title={t.noKeys}>
              {t.noKeysText}
            </Empty>
          ) : (
            <DataTable label={t.keys} rows={keys} columns={columns} rowKey={(key) => key.id} />
          )
        }
      </Loaded>
      <SecretModal title={t.newKey} secret={secret} />
    </Card>
  )
}
