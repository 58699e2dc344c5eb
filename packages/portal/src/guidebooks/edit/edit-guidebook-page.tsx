import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { nameOf } from '../../i18n/names.ts'
import { useLanguage, useTexts } from '../../i18n/texts.tsx'
import { timeoutsFor } from '../../session/timeouts.ts'
import { notify, useNotifyFailure } from '../../ui/actions.tsx'
import { ConflictNotice, isConflict } from '../../ui/conflict-notice.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { LoadedPage, Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { useIsHere } from '../../ui/use-is-here.ts'
import { guidebookKey, readGuidebook, type StoredGuidebook } from '../queries.ts'
import { draftOf, type GuidebookDraft, toBody } from './draft.ts'
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

interface FormProps {
  /** In the address of the page. A save may change it. */
  customId: string
  stored: StoredGuidebook
}

function Form({ customId: openedId, stored }: FormProps) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [base, setBase] = useState(stored)
  const customId = base.guidebook.customId ?? openedId
  const { draft, history, take, isDirty, restart, markSaved } = useDraft(() => draftOf(stored.guidebook))
  const isHere = useIsHere()
  const notifyFailure = useNotifyFailure()
  const save = useMutation({
    mutationFn: async ({ sent, etag }: { sent: GuidebookDraft; etag: string | null }): Promise<StoredGuidebook> => {
      const body = { account: account.id, ...toBody(sent) }
      const options = { ...timeoutsFor(body), ...(etag !== null && { ifMatch: etag }) }
      const saved = await client.content.guidebooks.replace({ customId }, body, options).withResponse()
      return { guidebook: saved.data, etag: saved.etag }
    },
    onSuccess: async (saved, { sent }) => {
      markSaved(sent)
      notify(t.saved)
      queries.removeQueries({ queryKey: guidebookKey(account.id, customId), type: 'inactive' })
      void queries.invalidateQueries({ queryKey: [account.id, 'guidebooks'] })
      if (!isHere()) return
      // What was typed during the save stays on the page, for the next save.
      if (isDirty()) return setBase(saved)
      await navigate({
        to: '/o/$oid/guidebooks/$guidebook',
        params: { oid: account.oid, guidebook: saved.guidebook.customId ?? customId },
      })
    },
    onError: (error) => {
      if (!isHere()) notifyFailure(error)
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
  const replaceStored = async () => save.mutate({ sent: draft, etag: (await readStored()).etag })
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      <GuidebookForm
        stored={base.guidebook}
        history={history}
        onStep={take}
        onSubmit={() => (isDirty() ? save.mutate({ sent: draft, etag: base.etag }) : void leave())}
        isPending={save.isPending}
        error={save.error}
        sent={save.variables?.sent}
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
