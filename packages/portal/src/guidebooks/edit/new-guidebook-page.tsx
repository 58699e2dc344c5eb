import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount, useSettings } from '../../api/account.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { timeoutsFor } from '../../session/timeouts.ts'
import { notify, useNotifyFailure } from '../../ui/actions.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useIsHere } from '../../ui/use-is-here.ts'
import { emptyDraft, type GuidebookDraft, toBody } from './draft.ts'
import { GuidebookForm } from './guidebook-form.tsx'
import { useDraft } from './use-draft.ts'

export function NewGuidebookPage() {
  const t = useTexts()
  const { account, may } = useAccount()
  const settings = useSettings()
  return (
    <Page
      title={t.newGuidebook}
      back={
        <TextLink to="/o/$oid/guidebooks" params={{ oid: account.oid }} size="sm">
          ← {t.guidebooks}
        </TextLink>
      }
    >
      {may('editor') ? (
        <Loaded query={settings}>{({ defaultLang }) => <Form lang={defaultLang} />}</Loaded>
      ) : (
        <Empty icon="lock" title={t.notAllowed} />
      )}
    </Page>
  )
}

function Form({ lang }: { lang: string }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { draft, history, take, isDirty, markSaved } = useDraft(() => emptyDraft(lang))
  const isHere = useIsHere()
  const notifyFailure = useNotifyFailure()
  const create = useMutation({
    mutationFn: (sent: GuidebookDraft) => {
      const { imageBase64, ...body } = toBody(sent)
      const image = typeof imageBase64 === 'string' ? { imageBase64 } : {}
      const guidebook = { account: account.id, ...body, ...image }
      return client.content.guidebooks.create(guidebook, timeoutsFor(guidebook))
    },
    onSuccess: async ({ customId }, sent) => {
      markSaved(sent)
      notify(t.saved)
      void queries.invalidateQueries({ queryKey: [account.id, 'guidebooks'] })
      if (!isHere()) return
      const leaving = navigate({
        to: '/o/$oid/guidebooks/$guidebook',
        params: { oid: account.oid, guidebook: customId ?? sent.customId },
      })
      // The question about what was typed meanwhile may keep the person here.
      if (!isDirty()) await leaving
    },
    onError: (error) => {
      if (!isHere()) notifyFailure(error)
    },
  })
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      <GuidebookForm
        history={history}
        onStep={take}
        onSubmit={() => create.mutate(draft)}
        isPending={create.isPending}
        error={create.error}
        sent={create.variables}
        cancel={
          <ButtonLink to="/o/$oid/guidebooks" params={{ oid: account.oid }} variant="default">
            {t.cancel}
          </ButtonLink>
        }
      />
    </>
  )
}
