import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { browserOf } from '../session/browser.ts'
import { enrolPasskey, isCancelled, passkeysWork } from '../session/passkeys.ts'
import { portalCall } from '../session/portal-call.ts'
import { methodsQuery, type Person, useChangePerson, useSession } from '../session/session.ts'
import { notify, useNotifyFailure } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Icon } from '../ui/icon.tsx'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { Empty, Failure, Loaded } from '../ui/states.tsx'
import { SettingsLayout } from './settings-layout.tsx'

interface ListedSession {
  id: string
  createdAt: string
  lastUsedAt: string
  userAgent: string | null
  current: boolean
}

interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export function MePage() {
  const t = useTexts()
  const { data: session } = useSession()
  const methods = useQuery(methodsQuery)
  return (
    <SettingsLayout tab="me" lead={t.meLead}>
      <Stack gap="lg" maw={820}>
        {session && <NameForm user={session.user} />}
        {methods.data?.passkey === true && <Passkeys />}
        <Sessions />
      </Stack>
    </SettingsLayout>
  )
}

function NameForm({ user }: { user: Person }) {
  const t = useTexts()
  const [name, setName] = useState(user.name ?? '')
  /** What the field began with: the name may be changed in another tab. */
  const [begin, setBegin] = useState(name)
  const change = useChangePerson()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const sent = name.trim()
    const onSuccess = () => {
      setBegin(sent)
      notify(t.saved)
    }
    change.mutate({ name: sent === '' ? null : sent }, { onSuccess })
  }
  return (
    <Card title={t.profile} lead={user.email}>
      <LeaveGuard isDirty={() => name.trim() !== begin} />
      <form onSubmit={submit}>
        <Stack>
          {change.isError && <Failure error={change.error} />}
          <TextInput
            label={t.name}
            autoComplete="name"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

function Passkeys() {
  const t = useTexts()
  const formats = useFormats()
  const queries = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const query = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => portalCall<{ items: Passkey[] }>('GET', '/passkeys'),
  })
  const enrol = useMutation({
    mutationFn: async () => {
      const options = await portalCall<PublicKeyCredentialCreationOptionsJSON>('POST', '/passkeys/options')
      await portalCall('POST', '/passkeys', { body: { credential: await enrolPasskey(options) } })
    },
    onSuccess: () => {
      notify(t.passkeyAdded)
      return queries.invalidateQueries({ queryKey: ['passkeys'] })
    },
    onError: (error) => {
      if (!isCancelled(error)) notifyFailure(error)
    },
  })
  const columns = useMemo((): Column<Passkey>[] => {
    const remove = (id: string) => async () => {
      await portalCall('DELETE', '/passkeys/{id}', { params: { id } })
      notify(t.removed)
      await queries.invalidateQueries({ queryKey: ['passkeys'] })
    }
    return [
      { id: 'name', header: t.passkey, cell: ({ name }) => <span dir="auto">{name}</span> },
      { id: 'created', header: t.created, cell: ({ createdAt }) => formats.instant(createdAt) },
      {
        id: 'used',
        header: t.lastUsed,
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? '–' : formats.instant(lastUsedAt)),
      },
      {
        id: 'remove',
        header: t.actions,
        cell: ({ id, name }) => (
          <ConfirmButton size="xs" label={t.remove} title={t.removePasskey} confirmLabel={t.remove} act={remove(id)}>
            {t.removePasskeyText({ name })}
          </ConfirmButton>
        ),
      },
    ]
  }, [t, formats, queries])
  return (
    <Card
      title={t.passkeys}
      lead={t.passkeysLead}
      actions={
        passkeysWork() && (
          <LoadingButton
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            loading={enrol.isPending}
            onClick={() => enrol.mutate()}
          >
            {t.addPasskey}
          </LoadingButton>
        )
      }
    >
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty compact icon="key" title={t.noPasskeys} />
          ) : (
            <DataTable label={t.passkeys} rows={items} columns={columns} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </Card>
  )
}

function Sessions() {
  const t = useTexts()
  const formats = useFormats()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: () => portalCall<{ items: ListedSession[] }>('GET', '/sessions'),
  })
  const columns = useMemo((): Column<ListedSession>[] => {
    const end = (id: string) => async () => {
      await portalCall('DELETE', '/sessions/{id}', { params: { id } })
      notify(t.sessionEnded)
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    }
    return [
      {
        id: 'browser',
        primary: true,
        header: t.browser,
        cell: ({ userAgent, current }) => (
          <div>
            <Text size="sm" title={userAgent ?? undefined}>
              {userAgent === null ? '–' : browserOf(userAgent)}
            </Text>
            {current && (
              <Text size="xs" fw={600}>
                {t.thisBrowser}
              </Text>
            )}
          </div>
        ),
      },
      { id: 'created', header: t.since, cell: ({ createdAt }) => formats.instant(createdAt) },
      { id: 'used', header: t.lastUsed, cell: ({ lastUsedAt }) => formats.ago(lastUsedAt) },
      {
        id: 'end',
        header: t.actions,
        cell: ({ id, current }) =>
          !current && (
            <ConfirmButton
              size="xs"
              label={t.endSession}
              title={t.endSession}
              confirmLabel={t.endSession}
              act={end(id)}
            >
              {t.endSessionText}
            </ConfirmButton>
          ),
      },
    ]
  }, [t, formats, queries])
  return (
    <Card title={t.sessions} lead={t.sessionsLead}>
      <Loaded query={query}>
        {({ items }) => <DataTable label={t.sessions} rows={items} columns={columns} rowKey={({ id }) => id} />}
      </Loaded>
    </Card>
  )
}
