/** The form of a new release, in steps. Faults of the API are shown at their fields, and lead to the first step that has some. */
import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAccount, useSettings } from '../../api/account.tsx'
import { faultsOf } from '../../api/faults.ts'
import { useFaults } from '../../api/use-faults.ts'
import { useErrorWords, useTexts } from '../../i18n/texts.tsx'
import { notify, useNotifyFailure } from '../../ui/actions.tsx'
import { FormFailure } from '../../ui/form-modal.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useIsHere } from '../../ui/use-is-here.ts'
import { useUnsaved } from '../../ui/use-unsaved.ts'
import { codeOf } from '../queries.ts'
import { BookingStep } from './booking-step.tsx'
import { CheckStep } from './check-step.tsx'
import { ContentStep } from './content-step.tsx'
import { contentOf, type Draft, emptyDraft, toRequest } from './draft.ts'
import { fieldsOf } from './fields.ts'
import { GuidebookStep } from './guidebook-step.tsx'
import { StepHeading, StepList } from './step-list.tsx'
import { faultySteps, fieldPointers, remainingFaults, stepsOf } from './steps.ts'
import { useStep } from './use-step.ts'

const route = getRouteApi('/o/$oid/releases/new')

export function NewReleasePage() {
  const t = useTexts()
  const { account, may } = useAccount()
  const settingsQuery = useSettings()
  const back = (
    <TextLink to="/o/$oid/releases" params={{ oid: account.oid }} size="sm">
      ← {t.releases}
    </TextLink>
  )
  return (
    <Page title={t.newRelease} lead={t.newReleaseLead} back={back}>
      {may('office') ? (
        <Loaded query={settingsQuery}>{({ defaultLang }) => <Form lang={defaultLang} />}</Loaded>
      ) : (
        <Empty icon="lock" title={t.notAllowed} />
      )}
    </Page>
  )
}

function Form({ lang }: { lang: string }) {
  const t = useTexts()
  const words = useErrorWords()
  const { guidebook } = route.useSearch()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft(lang), guidebookExternalId: guidebook ?? '' }))
  const { isDirty, markSaved } = useUnsaved(draft)
  const { step, goTo, heading } = useStep('guidebook')
  const steps = stepsOf(draft)
  const index = steps.indexOf(step)
  const previous = steps[index - 1]
  const isHere = useIsHere()
  const notifyFailure = useNotifyFailure()
  const create = useMutation({
    mutationFn: (sent: Draft) => {
      const { email } = contentOf(sent)
      return client.releases.create(toRequest(account.id, sent), email === '' ? {} : { email })
    },
    onSuccess: async (record, sent) => {
      markSaved(sent)
      notify(t.releaseCreated)
      void queries.invalidateQueries({ queryKey: [account.id, 'releases'] })
      void queries.invalidateQueries({ queryKey: [account.id, 'work'] })
      // The code may have had no release until now.
      queries.removeQueries({ queryKey: [account.id, 'release-link'] })
      if (!isHere()) return
      const code = codeOf(record, account.id)
      const leaving = navigate({ to: '/o/$oid/releases/$code', params: { oid: account.oid, code } })
      // The question about what was typed meanwhile may keep the person here.
      if (!isDirty()) await leaving
    },
    onError: (error, sent) => {
      if (!isHere()) notifyFailure(error)
      const [first] = faultySteps(sent, faultsOf(error, fieldPointers(sent), words))
      if (first !== undefined) goTo(first)
    },
  })
  const sent = create.variables ?? draft
  const pointers = fieldPointers(sent)
  const reported = useFaults(create.error, pointers)
  const faults = remainingFaults(reported, sent, draft)
  const faulty = faultySteps(draft, faults)
  // An error without faults of fields is shown where the form is sent, until it changes.
  const isOfForm = create.isError && faultySteps(sent, reported).length === 0 && sent === draft
  const hasFailure = faulty.includes(step) || (isOfForm && step === 'check')
  const fields = fieldsOf(draft, (name, value) => setDraft((current) => ({ ...current, [name]: value })), faults)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step === 'check') create.mutate(draft)
    else goTo(steps[index + 1] ?? 'check')
  }
  return (
    <form onSubmit={submit}>
      <LeaveGuard isDirty={isDirty} />
      <Stack gap="lg" maw={820}>
        <StepList steps={steps} current={step} faulty={faulty} isSending={create.isPending} goTo={goTo} />
        <StepHeading steps={steps} current={step} ref={heading} />
        {hasFailure && <FormFailure error={create.error} fields={pointers} />}
        {step === 'guidebook' && <GuidebookStep fields={fields} />}
        {step === 'booking' && <BookingStep fields={fields} lang={lang} />}
        {step === 'content' && <ContentStep fields={fields} />}
        {step === 'check' && <CheckStep draft={draft} isSending={create.isPending} goTo={goTo} />}
        <Group>
          {previous !== undefined && (
            <Button variant="default" disabled={create.isPending} onClick={() => goTo(previous)}>
              {t.back}
            </Button>
          )}
          {step === 'check' ? (
            <Button key="create" type="submit" loading={create.isPending}>
              {t.createRelease}
            </Button>
          ) : (
            <Button key="next" type="submit">
              {t.next}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
