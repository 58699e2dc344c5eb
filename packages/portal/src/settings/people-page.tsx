import type { AccountUser, Impersonation } from '@guidebook/client'
import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { type Role, roles, useSession } from '../session/session.ts'
import { ConfirmButton, notify, useNotifyFailure } from '../ui/actions.tsx'
import { StateBadge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { ImpersonationsTable } from '../ui/impersonations-table.tsx'
import { usePages } from '../ui/query.ts'
import { roleHint, roleText } from '../ui/roles.ts'
import { Loaded } from '../ui/states.tsx'
import { SettingsLayout } from './settings-layout.tsx'

const usersKey = (account: string) => [account, 'users']

export function PeoplePage() {
  const t = useTexts()
  const { account, client, may } = useAccount()
  const columns = useColumns()
  const query = useQuery({
    queryKey: usersKey(account.id),
    queryFn: () => client.account.users.list(),
  })
  return (
    <SettingsLayout tab="people" lead={t.peopleLead} actions={may('admin') && <InviteForm />}>
      <Stack gap="lg">
        <Loaded query={query}>
          {({ items }) => <DataTable label={t.people} rows={items} columns={columns} rowKey={({ id }) => id} />}
        </Loaded>
        {may('admin') && <Impersonations />}
      </Stack>
    </SettingsLayout>
  )
}

function Impersonations() {
  const t = useTexts()
  const { account, client } = useAccount()
  const pages = usePages<Impersonation>([account.id, 'impersonations'], (cursor) =>
    client.account.impersonations({ limit: 20, ...(cursor !== undefined && { cursor }) }),
  )
  return (
    <Card title={t.impersonations} lead={t.impersonationsLead}>
      <ImpersonationsTable pages={pages} />
    </Card>
  )
}

function useRoleChoices() {
  const t = useTexts()
  return roles.map((value) => ({ value, label: roleText(value, t) }))
}

function InviteForm() {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('office')
  const choices = useRoleChoices()
  const submit = async () => {
    await client.account.users.invite({ email, role, ...(name !== '' && { name }) })
    notify(t.invited({ email }))
    await queries.invalidateQueries({ queryKey: usersKey(account.id) })
  }
  const reset = () => {
    setEmail('')
    setName('')
    setRole('office')
  }
  return (
    <FormModal
      label={t.invite}
      icon="plus"
      size="sm"
      variant="filled"
      title={t.invitePerson}
      submitLabel={t.invite}
      fields={['/email', '/name', '/role']}
      submit={submit}
      onOpen={reset}
    >
      {(faults) => (
        <Stack>
          <TextInput
            type="email"
            label={t.email}
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={faults.at('/email')}
          />
          <TextInput
            label={t.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faults.at('/name')}
          />
          <Select
            label={t.role}
            description={roleHint(role, t)}
            data={choices}
            allowDeselect={false}
            value={role}
            onChange={(value) => setRole((value ?? 'office') as Role)}
            error={faults.at('/role')}
          />
        </Stack>
      )}
    </FormModal>
  )
}

function useColumns(): Column<AccountUser>[] {
  const t = useTexts()
  const formats = useFormats()
  const { account, client, may } = useAccount()
  const queries = useQueryClient()
  const { data: session } = useSession()
  const me = session?.user.id
  return useMemo(() => {
    const remove = (id: string) => async () => {
      await client.account.users.remove({ user_id: id })
      notify(t.removed)
      await queries.invalidateQueries({ queryKey: usersKey(account.id) })
    }
    return [
      {
        id: 'person',
        primary: true,
        header: t.person,
        cell: ({ name, email, id }) => (
          <div>
            <Text size="sm" fw={500} dir="auto">
              {name ?? email}{' '}
              {id === me && (
                <Text component="span" size="sm" c="dimmed">
                  ({t.you})
                </Text>
              )}
            </Text>
            {name !== null && (
              <Text size="xs" c="dimmed">
                {email}
              </Text>
            )}
          </div>
        ),
      },
      {
        id: 'role',
        header: t.role,
        cell: (user) =>
          may('admin') ? <RoleSelect user={user} /> : <StateBadge tone="quiet">{roleText(user.role, t)}</StateBadge>,
      },
      {
        id: 'seen',
        header: t.lastSignIn,
        cell: ({ lastSignInAt, acceptedAt }) =>
          acceptedAt === null ? t.invitedOnly : lastSignInAt === null ? '–' : formats.instant(lastSignInAt),
      },
      ...(may('admin')
        ? [
            {
              id: 'remove',
              header: t.actions,
              cell: ({ id, email }: AccountUser) => (
                <ConfirmButton
                  size="xs"
                  label={t.remove}
                  title={t.removePerson}
                  confirmLabel={t.remove}
                  act={remove(id)}
                >
                  {t.removePersonText({ email })}
                </ConfirmButton>
              ),
            },
          ]
        : []),
    ]
  }, [t, formats, client, account.id, may, queries, me])
}

function RoleSelect({ user }: { user: AccountUser }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const choices = useRoleChoices()
  const notifyFailure = useNotifyFailure()
  const change = useMutation({
    mutationFn: (role: Role) => client.account.users.change({ user_id: user.id }, { role }),
    onSuccess: () => notify(t.saved),
    onError: notifyFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: usersKey(account.id) }),
  })
  return (
    <Select
      size="xs"
      aria-label={t.roleOf({ email: user.email })}
      data={choices}
      allowDeselect={false}
      value={change.isPending ? change.variables : user.role}
      onChange={(value) => value !== null && change.mutate(value as Role)}
    />
  )
}
