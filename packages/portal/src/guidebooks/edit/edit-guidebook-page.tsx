import { ApiError } from '@guidebook/client'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { nameOf } from '../../i18n/names.ts'
import { useLanguage, useTexts } from '../../i18n/texts.tsx'
import { notify, useNotifyFailure } from '../../ui/actions.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { LoadedPage, Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { guidebookKey, readGuidebook, type StoredGuidebook } from '../queries.ts'
import { draftOf, toBody } from './draft.ts'
import { GuidebookForm } from './guidebook-form.tsx'
import { useDraft } from './use-draft.ts'

const route = getRouteApi('/o/$oid/guidebooks/$guidebook/edit')

export function EditGuidebookPage() {
  const t = useTexts()
  const { language } = useLanguage()
  const { guidebook: customId } = route.useParams()
  const { account, client, may } = useAccount()
  // The form begins with what is stored now, and no later reading changes it.
  const query = useQuery({
    queryKey: [...guidebookKey(account.id, customId), 'edit'],
    queryFn: () => readGuidebook(client, account.id, customId),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const params = { oid: account.oid, guidebook: customId }
  return (
    <LoadedPage query={query}>
      {(stored) => (
        <Page
          title={t.editGuidebook}
          back={
            <TextLink to="/o/$oid/guidebooks/$guidebook" params={params} size="sm" dir="auto">
              ← {nameOf(stored.guidebook.titles, language, customId)}
            </TextLink>
          }
        >
          {may('editor') ? <Form customId={customId} stored={stored} /> : <Empty icon="lock" title={t.notAllowed} />}
        </Page>
      )}
    </LoadedPage>
  )
}

function Form({ customId, stored }: { customId: string; stored: StoredGuidebook }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notifyFailure = useNotifyFailure()
  const [base, setBase] = useState(stored)
  const { draft, history, take, isDirty, restart, markSaved } = useDraft(() => draftOf(stored.guidebook))
  const save = useMutation({
    mutationFn: (etag: string | null) =>
      client.content.guidebooks.replace(
        { customId },
        { account: account.id, ...toBody(draft) },
        etag === null ? {} : { ifMatch: etag },
      ),
    onSuccess: async (saved) => {
      markSaved()
      notify(t.saved)
      queries.removeQueries({ queryKey: guidebookKey(account.id, customId), type: 'inactive' })
      void queries.invalidateQueries({ queryKey: [account.id, 'guidebooks'] })
      await navigate({
        to: '/o/$oid/guidebooks/$guidebook',
        params: { oid: account.oid, guidebook: saved.customId ?? customId },
      })
    },
  })
  const leave = () =>
    navigate({ to: '/o/$oid/guidebooks/$guidebook', params: { oid: account.oid, guidebook: customId } })
  const readStored = () => readGuidebook(client, account.id, customId)
  const takeStored = useMutation({
    mutationFn: readStored,
    onSuccess: (version) => {
      setBase(version)
      restart(draftOf(version.guidebook))
      save.reset()
    },
    onError: notifyFailure,
  })
  const replaceStored = useMutation({
    mutationFn: readStored,
    onSuccess: (version) => {
      setBase(version)
      save.mutate(version.etag)
    },
    onError: notifyFailure,
  })
  const isConflict = save.error instanceof ApiError && save.error.code === 'precondition-failed'
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      <GuidebookForm
        stored={base.guidebook}
        history={history}
        onStep={take}
        onSubmit={() => (isDirty() ? save.mutate(base.etag) : void leave())}
        isPending={save.isPending}
        error={save.error}
        {...(isConflict && {
          notice: (
            <Alert color="orange" title={t.conflictTitle} icon={<Icon name="warning" />} role="alert">
              <Stack gap="xs">
                <Text size="sm">{t.conflictText}</Text>
                <Group gap="xs">
                  <Button variant="default" loading={takeStored.isPending} onClick={() => takeStored.mutate()}>
                    {t.takeStored}
                  </Button>
                  <Button variant="default" loading={replaceStored.isPending} onClick={() => replaceStored.mutate()}>
                    {t.replaceStored}
                  </Button>
                </Group>
              </Stack>
            </Alert>
          ),
        })}
        cancel={
          <ButtonLink
            to="/o/$oid/guidebooks/$guidebook"
            params={{ oid: account.oid, guidebook: customId }}
            variant="default"
          >
            {t.cancel}
          </ButtonLink>
        }
      />
    </>
  )
}
