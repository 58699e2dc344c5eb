import { Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Empty, ExplainedError, Loaded } from '../../ui/states.tsx'
import { call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { PageLink, paths } from '../links.tsx'
import { useOpenAccount, useReload } from './account.tsx'
import { AccountForm } from './account-form.tsx'
import type { Account } from './accounts-page.tsx'
import { Impersonations } from './impersonations.tsx'

export function OverviewTab() {
  return (
    <Stack gap="lg">
      <Settings />
      <Partners />
      <Impersonations />
    </Stack>
  )
}

function Settings() {
  const t = useTexts()
  const formats = useFormats()
  const account = useOpenAccount()
  return (
    <Card title={t.settings} actions={<AccountForm />}>
      <Facts
        facts={[
          [t.accountId, <code key="id">{account.id}</code>],
          [t.email, account.email],
          [t.language, formats.language(account.defaultLang)],
          [t.timeZone, account.timeZone],
          [t.paper, account.roadbook.paper],
          [t.emergencyPhone, account.emergencyPhone ?? '–'],
          [t.logo, account.logo ?? '–'],
          [t.created, formats.instant(account.createdAt)],
        ]}
      />
    </Card>
  )
}

/** The connected accounts, read one by one: an account has few. */
function Partners() {
  const t = useTexts()
  const s = useSupportTexts()
  const account = useOpenAccount()
  const reload = useReload()
  const query = useQuery({
    queryKey: ['account', account.id, 'partners', account.connections],
    queryFn: () =>
      Promise.all(account.connections.map((id) => call('readAccountForSupport', { params: { account_id: id } }))),
  })
  const columns = useMemo((): Column<Account>[] => {
    const disconnect = (other: string) => async () => {
      await call('disconnectAccounts', { params: { account_id: account.id, other_id: other } })
      notify(t.removed)
      await reload()
    }
    return [
      {
        id: 'name',
        primary: true,
        header: t.name,
        cell: ({ id, name }) => (
          <PageLink to={paths.account(id)} size="sm" fw={500} dir="auto">
            {name}
          </PageLink>
        ),
      },
      { id: 'oid', header: 'OID', cell: ({ oid }) => <code>{oid}</code> },
      {
        id: 'disconnect',
        header: t.actions,
        cell: ({ id, name }) => (
          <ConfirmButton
            size="xs"
            label={s.disconnect}
            title={s.disconnect}
            confirmLabel={s.disconnect}
            act={disconnect(id)}
          >
            {s.disconnectText({ name })}
          </ConfirmButton>
        ),
      },
    ]
  }, [t, s, account.id, reload])
  return (
    <Card title={t.partners} actions={<Connect />}>
      <Loaded query={query}>
        {(partners) =>
          partners.length === 0 ? (
            <Empty compact icon="people" title={t.noPartners} />
          ) : (
            <DataTable label={t.partners} rows={partners} columns={columns} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </Card>
  )
}

function Connect() {
  const t = useTexts()
  const s = useSupportTexts()
  const account = useOpenAccount()
  const reload = useReload()
  const [oid, setOid] = useState('')
  const submit = async () => {
    const { items } = await call('listAccounts', { query: { oid } })
    const [other] = items
    if (other === undefined) throw new ExplainedError(s.partnerUnknown)
    await call('connectAccounts', { params: { account_id: account.id, other_id: other.id } })
    notify(t.saved)
    await reload()
  }
  return (
    <FormModal
      label={s.connectPartner}
      icon="plus"
      title={s.connectPartner}
      submitLabel={s.connect}
      draft={oid}
      fields={['/oid']}
      submit={submit}
      onOpen={() => setOid('')}
    >
      {(faults) => (
        <TextInput
          label={s.partnerOid}
          required
          value={oid}
          onChange={(event) => setOid(event.currentTarget.value)}
          error={faults.at('/oid')}
        />
      )}
    </FormModal>
  )
}
