import { Code, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { type Role, roles } from '../../session/session.ts'
import { ConfirmButton, CopyButton, notify } from '../../ui/actions.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { roleHint, roleText } from '../../ui/roles.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { useOpenAccount } from './account.tsx'

type Person = AnswerOf<'listUsersOfAccount'>['items'][number]
type SignInLink = AnswerOf<'createSignInLink'>

export function PeopleTab() {
  const t = useTexts()
  const s = useSupportTexts()
  const { id } = useOpenAccount()
  const queries = useQueryClient()
  const [link, setLink] = useState<SignInLink | null>(null)
  const key = ['account', id, 'people']
  const query = useQuery({ queryKey: key, queryFn: () => call('listUsersOfAccount', { params: { account_id: id } }) })
  const reload = () => queries.invalidateQueries({ queryKey: key })
  const columns = useColumns(id, setLink, reload)
  return (
    <Card
      title={t.people}
      actions={
        <PersonForm
          account={id}
          onCreated={(created) => {
            setLink(created)
            void reload()
          }}
        />
      }
    >
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="people" title={s.noPeople}>
              {s.noPeopleText}
            </Empty>
          ) : (
            <DataTable label={t.people} rows={items} columns={columns} rowKey={(person) => person.id} />
          )
        }
      </Loaded>
      <LinkModal link={link} onClose={() => setLink(null)} />
    </Card>
  )
}

function useColumns(
  account: string,
  onLink: (link: SignInLink) => void,
  reload: () => Promise<void>,
): Column<Person>[] {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  return useMemo(() => {
    const createLink = (id: string) => async () =>
      onLink(await call('createSignInLink', { params: { account_id: account, user_id: id } }))
    const remove = (id: string) => async () => {
      await call('removeUserOfAccount', { params: { account_id: account, user_id: id } })
      notify(t.removed)
      await reload()
    }
    return [
      {
        id: 'person',
        primary: true,
        header: t.person,
        cell: ({ name, email }) => (
          <div>
            <Text size="sm" fw={500} dir="auto">
              {name ?? email}
            </Text>
            {name !== null && (
              <Text size="xs" c="dimmed">
                {email}
              </Text>
            )}
          </div>
        ),
      },
      { id: 'role', header: t.role, cell: ({ role }) => <StateBadge tone="quiet">{roleText(role, t)}</StateBadge> },
      {
        id: 'seen',
        header: t.lastSignIn,
        cell: ({ lastSignInAt, acceptedAt }) =>
          acceptedAt === null ? t.invitedOnly : lastSignInAt === null ? '–' : formats.instant(lastSignInAt),
      },
      {
        id: 'actions',
        header: t.actions,
        cell: ({ id, email }) => (
          <Group gap="xs">
            <ConfirmButton
              size="xs"
              label={s.signInLink}
              title={s.signInLink}
              confirmLabel={s.signInLink}
              danger={false}
              act={createLink(id)}
            >
              {s.signInLinkText({ email })}
            </ConfirmButton>
            <ConfirmButton size="xs" label={t.remove} title={t.removePerson} confirmLabel={t.remove} act={remove(id)}>
              {t.removePersonText({ email })}
            </ConfirmButton>
          </Group>
        ),
      },
    ]
  }, [t, s, formats, account, onLink, reload])
}

function PersonForm({ account, onCreated }: { account: string; onCreated: (link: SignInLink) => void }) {
  const t = useTexts()
  const s = useSupportTexts()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('admin')
  const submit = async () =>
    onCreated(
      await call('createUserOfAccount', {
        params: { account_id: account },
        body: { email, role, ...(name.trim() !== '' && { name }) },
      }),
    )
  return (
    <FormModal
      label={s.createPerson}
      icon="plus"
      title={s.createPerson}
      submitLabel={s.createPerson}
      fields={['/email', '/name', '/role']}
      submit={submit}
      onOpen={() => {
        setEmail('')
        setName('')
      }}
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
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: roleText(value, t) }))}
            value={role}
            onChange={(value) => setRole((value ?? 'admin') as Role)}
            error={faults.at('/role')}
          />
        </Stack>
      )}
    </FormModal>
  )
}

function LinkModal({ link, onClose }: { link: SignInLink | null; onClose: () => void }) {
  const t = useTexts()
  const s = useSupportTexts()
  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      title={s.signInLink}
      centered
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Stack>
        <Text size="sm">{s.signInLinkText({ email: link?.user.email ?? '' })}</Text>
        <Code block>{link?.link}</Code>
        <Group>
          <CopyButton value={link?.link ?? ''} size="sm" />
        </Group>
      </Stack>
    </Modal>
  )
}
