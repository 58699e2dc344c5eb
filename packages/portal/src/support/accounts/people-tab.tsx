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
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { useOpenAccount, useReload } from './account.tsx'

type Person = AnswerOf<'listUsersOfAccount'>['items'][number]
type SignInLink = AnswerOf<'createSignInLink'>

export function PeopleTab() {
  const t = useTexts()
  const s = useSupportTexts()
  const { id } = useOpenAccount()
  const [link, setLink] = useState<SignInLink | null>(null)
  const query = useQuery({
    queryKey: ['account', id, 'people'],
    queryFn: () => call('listUsersOfAccount', { params: { account_id: id } }),
  })
  const reload = useReload()
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

const emptyDraft: PersonDraft = { email: '', name: '', role: 'admin' }

function PersonForm({ account, onCreated }: { account: string; onCreated: (link: SignInLink) => void }) {
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
    >
      {(faults) => <PersonFields draft={draft} onChange={setDraft} faults={faults} />}
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
