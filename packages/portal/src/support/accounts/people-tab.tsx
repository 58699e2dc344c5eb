import { Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { CopyButton, notify } from '../../ui/actions.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import {
  lastSignInText,
  type PersonDraft,
  PersonFields,
  PersonName,
  personBody,
  personPointers,
} from '../../ui/person.tsx'
import { roleText } from '../../ui/roles.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useNextWindow } from '../../ui/use-next-window.ts'
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { useOpenAccount, useReload } from './account.tsx'

type Person = AnswerOf<'listUsersOfAccount'>['items'][number]
type SignInLink = AnswerOf<'createSignInLink'>

export function PeopleTab() {
  const t = useTexts()
  const s = useSupportTexts()
  const { id } = useOpenAccount()
  const link = useNextWindow<SignInLink>()
  const query = useQuery({
    queryKey: ['account', id, 'people'],
    queryFn: () => call('listUsersOfAccount', { params: { account_id: id } }),
  })
  const reload = useReload()
  const columns = useColumns(id, link.prepare, link.open, reload)
  return (
    <Card
      title={t.people}
      actions={
        <PersonForm
          account={id}
          onCreated={(created) => {
            link.prepare(created)
            void reload()
          }}
          onClosed={link.open}
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
      <LinkModal link={link} />
    </Card>
  )
}

function useColumns(
  account: string,
  onLink: (link: SignInLink) => void,
  onClosed: () => void,
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
        cell: ({ name, email }) => <PersonName name={name} email={email} />,
      },
      { id: 'role', header: t.role, cell: ({ role }) => <StateBadge tone="quiet">{roleText(role, t)}</StateBadge> },
      {
        id: 'seen',
        header: t.lastSignIn,
        cell: (person) => lastSignInText(person, t, formats),
      },
      {
        id: 'actions',
        header: t.actions,
        cell: ({ id, email }) => (
          <Group gap="xs" miw={{ lg: 'max-content' }}>
            <ConfirmButton
              size="xs"
              label={s.signInLink}
              title={s.signInLink}
              confirmLabel={s.signInLink}
              danger={false}
              act={createLink(id)}
              onClosed={onClosed}
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
  }, [t, s, formats, account, onLink, onClosed, reload])
}

const emptyDraft: PersonDraft = { email: '', name: '', role: 'admin' }

interface PersonFormProps {
  account: string
  onCreated: (link: SignInLink) => void
  onClosed: () => void
}

function PersonForm({ account, onCreated, onClosed }: PersonFormProps) {
  const s = useSupportTexts()
  const [draft, setDraft] = useState(emptyDraft)
  const submit = async () =>
    onCreated(
      await call('createUserOfAccount', {
        params: { account_id: account },
        body: personBody(draft),
      }),
    )
  return (
    <FormModal
      label={s.createPerson}
      icon="plus"
      title={s.createPerson}
      submitLabel={s.createPerson}
      draft={draft}
      fields={personPointers}
      submit={submit}
      onOpen={() => setDraft(emptyDraft)}
      onClosed={onClosed}
    >
      {(faults) => <PersonFields draft={draft} onChange={setDraft} faults={faults} />}
    </FormModal>
  )
}

function LinkModal({ link: { value, isOpen, close } }: { link: ReturnType<typeof useNextWindow<SignInLink>> }) {
  const t = useTexts()
  const s = useSupportTexts()
  return (
    <Modal opened={isOpen} onClose={close} title={s.signInLink} centered closeButtonProps={{ 'aria-label': t.close }}>
      <Stack>
        <Text size="sm">{s.signInLinkText({ email: value?.user.email ?? '' })}</Text>
        <Code block>{value?.link}</Code>
        <Group>
          <CopyButton value={value?.link ?? ''} size="sm" />
        </Group>
      </Stack>
    </Modal>
  )
}
