import type { Guidebook } from '@guidebook/client'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useAccount } from '../../api/account.tsx'
import { faultsOfSent } from '../../api/faults.ts'
import { useFaults } from '../../api/use-faults.ts'
import { TextFields } from '../../content/text-fields.tsx'
import { nameOf } from '../../i18n/names.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { FormFailure } from '../../ui/form-modal.tsx'
import { PictureField } from '../../ui/picture-field.tsx'
import { coverQuery } from '../queries.ts'
import { type GuidebookDraft, pointersOf, toBody } from './draft.ts'
import type { History, Step } from './history.ts'
import { MemberFields } from './member-fields.tsx'
import { StageFields } from './stage-fields.tsx'
import { UndoBar } from './undo-bar.tsx'

interface Props {
  /** Absent: a new guidebook. */
  stored?: Guidebook
  history: History
  onStep: (step: Step) => void
  onSubmit: () => void
  isPending: boolean
  error: unknown
  /** The draft that the error is about. */
  sent: GuidebookDraft | undefined
  /** Shown instead of the error's message. */
  notice?: ReactNode
  cancel: ReactNode
}

export function GuidebookForm({ stored, history, onStep, onSubmit, isPending, error, sent, notice, cancel }: Props) {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const { draft } = history
  const pointers = pointersOf(draft)
  const sentPointers = pointersOf(sent ?? draft)
  const faults = faultsOfSent(useFaults(error, sentPointers), sent, draft)
  const set = <Name extends keyof GuidebookDraft>(name: Name, value: GuidebookDraft[Name]) =>
    onStep({ kind: 'change', to: (current) => ({ ...current, [name]: value }) })
  const cover =
    stored === undefined || stored.cover === null
      ? null
      : coverQuery(client, account.id, stored.customId ?? '', stored.version)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="lg" maw={820}>
        <Card title={t.about}>
          <TextInput
            label={t.customId}
            description={t.customIdHint}
            required
            maxLength={255}
            value={draft.customId}
            onChange={(event) => set('customId', event.currentTarget.value)}
            error={faults.at('/customId')}
          />
        </Card>
        <Card title={t.texts}>
          <TextFields drafts={draft.texts} onChange={(texts) => set('texts', texts)} faults={faults} field="titles" />
        </Card>
        <Card title={t.stages} actions={<UndoBar history={history} onStep={onStep} />}>
          <StageFields
            stages={draft.stages}
            languages={draft.texts.map((text) => text.language)}
            onChange={(stages) => set('stages', stages)}
            faults={faults}
            pointers={pointers}
          />
        </Card>
        <Card title={t.generalPart} lead={t.generalPartLead}>
          <MemberFields
            addLabel={t.addEntry}
            pointer="/generalInfo"
            members={draft.generalInfo}
            onChange={(members) => set('generalInfo', members)}
            faults={faults}
          />
        </Card>
        <Card title={t.cover}>
          <PictureField
            stored={cover}
            alt={t.coverOf({ name: nameOf(toBody(draft).titles, language, draft.customId) })}
            texts={{ remove: t.removeCover, removed: t.removeCoverText }}
            draft={draft.cover}
            onChange={(cover) => set('cover', cover)}
            fault={faults.at('/imageBase64')}
          />
        </Card>
        {notice ?? (error !== null && <FormFailure error={error} fields={sentPointers} />)}
        <Group>
          <Button type="submit" loading={isPending}>
            {t.save}
          </Button>
          {cancel}
        </Group>
      </Stack>
    </form>
  )
}
