import type { AccountUser, Impersonation } from '@guidebook/client'
import { Select, Stack, Text } from '@mantine/core'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { type Role, sessionKey, useSession } from '../session/session.ts'
import { notify, useNotifyFailure } from '../ui/actions.tsx'
import { StateBadge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton, ConfirmModal } from '../ui/confirm-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { ImpersonationsTable } from '../ui/impersonations-table.tsx'
import {
  lastSignInText,
  type PersonDraft,
  PersonFields,
  PersonName,
  personBody,
  personPointers,
  roleChoices,
} from '../ui/person.tsx'
import { usePages } from '../ui/query.ts'
import { roleText } from '../ui/roles.ts'
import { Loaded } from '../ui/states.tsx'
import { KeysThatRemain } from './keys-that-remain.tsx'
import { SettingsLayout } from './settings-layout.tsx'

const usersKey = (account: string) => [account, 'users']

/** The session has the role of the person who is signed in, who may be the one that changed. */
const reloadPeople = (queries: QueryClient, account: string) =>
  Promise.all([usersKey(account), sessionKey].map((queryKey) => queries.invalidateQueries({ queryKey })))

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

const emptyDraft: PersonDraft = { email: '', name: '', role: 'office' }

function InviteForm() {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(emptyDraft)
  const submit = async () => {
    await client.account.users.invite(personBody(draft))
    notify(t.invited({ email: draft.email }))
    await queries.invalidateQueries({ queryKey: usersKey(account.id) })
  }
  return (
    <FormModal
      label={t.invite}
      icon="plus"
      size="sm"
      variant="filled"
      title={t.invitePerson}
      submitLabel={t.invite}
      draft={draft}
      fields={personPointers}
      submit={submit}
      onOpen={() => setDraft(emptyDraft)}
    >
      {(faults) => <PersonFields draft={draft} onChange={setDraft} faults={faults} />}
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
      await reloadPeople(queries, account.id)
    }
    return [
      {
        id: 'person',
        primary: true,
        header: t.person,
        cell: ({ name, email, id }) => (
          <PersonName name={name} email={email}>
            {id === me && (
              <Text component="span" size="sm" c="dimmed">
                {' '}
                ({t.you})
              </Text>
            )}
          </PersonName>
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
        cell: (person) => lastSignInText(person, t, formats),
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
                  <KeysThatRemain text={t.removePersonText({ email })} email={email} />
                </ConfirmButton>
              ),
            },
          ]
        : []),
    ]
  }, [t, formats, client, account.id, may, queries, me])
}

/** Asks before an admin gets another role: their API keys remain. */
function RoleSelect({ user }: { user: AccountUser }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const [lower, setLower] = useState<Role | null>(null)
  const apply = async (role: Role) => {
    await client.account.users.change({ user_id: user.id }, { role })
    notify(t.saved)
  }
  const reload = () => reloadPeople(queries, account.id)
  const change = useMutation({ mutationFn: apply, onError: notifyFailure, onSettled: reload })
  const choose = (role: Role) => (user.role === 'admin' && role !== 'admin' ? setLower(role) : change.mutate(role))
  return (
    <>
      <Select
        size="xs"
        aria-label={t.roleOf({ email: user.email })}
        data={roleChoices(t)}
        allowDeselect={false}
        value={change.isPending ? change.variables : user.role}
        onChange={(value) => value !== null && choose(value as Role)}
      />
      <ConfirmModal
        opened={lower !== null}
        onClose={() => setLower(null)}
        title={t.lowerRole}
        confirmLabel={t.lowerRole}
        act={async () => {
          if (lower !== null) await apply(lower)
          await reload()
        }}
      >
        <KeysThatRemain text={t.lowerRoleText({ email: user.email })} email={user.email} />
      </ConfirmModal>
    </>
  )
}
