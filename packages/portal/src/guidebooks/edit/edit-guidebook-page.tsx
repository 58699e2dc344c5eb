import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { nameOf } from '../../i18n/names.ts'
import { useLanguage, useTexts } from '../../i18n/texts.tsx'
import { timeoutsFor } from '../../session/timeouts.ts'
import { notify } from '../../ui/actions.tsx'
import { ConflictNotice, isConflict } from '../../ui/conflict-notice.tsx'
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
  const [base, setBase] = useState(stored)
  const { draft, history, take, isDirty, restart, markSaved } = useDraft(() => draftOf(stored.guidebook))
  const save = useMutation({
    mutationFn: (etag: string | null) => {
      const body = { account: account.id, ...toBody(draft) }
      const options = { ...timeoutsFor(body), ...(etag !== null && { ifMatch: etag }) }
      return client.content.guidebooks.replace({ customId }, body, options)
    },
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
  const readStored = async () => {
    const version = await readGuidebook(client, account.id, customId)
    setBase(version)
    return version
  }
  const takeStored = async () => {
    const { guidebook } = await readStored()
    restart(draftOf(guidebook))
    save.reset()
  }
  const replaceStored = async () => save.mutate((await readStored()).etag)
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
        {...(isConflict(save.error) && {
          notice: (
            <ConflictNotice
              title={t.conflictTitle}
              text={t.conflictText}
              takeStored={takeStored}
              replaceStored={replaceStored}
            />
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
