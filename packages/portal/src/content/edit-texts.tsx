import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { isChangeable, type StoredItem } from './change-item.ts'
import { draftsOf, isUnchanged, textPointers, textsOf } from './text-drafts.ts'
import { TextFields } from './text-fields.tsx'
import { useItemEdit } from './use-item-edit.ts'

export function EditTexts({ stored }: { stored: StoredItem }) {
  const t = useTexts()
  const [drafts, setDrafts] = useState(() => draftsOf(stored.item.names, stored.item.descriptions))
  const edit = useItemEdit(stored, ({ names, descriptions }) => setDrafts(draftsOf(names, descriptions)))
  const submit = () =>
    edit.save(({ names, descriptions }) => (isUnchanged(drafts, names, descriptions) ? null : textsOf(drafts)))
  if (!isChangeable(stored.item)) return null
  return (
    <FormModal
      label={t.editTexts}
      size="sm"
      variant="filled"
      title={t.editTexts}
      isWide
      draft={drafts}
      fields={textPointers(drafts)}
      submit={submit}
      onOpen={edit.begin}
      conflict={edit.conflict}
    >
      {(faults) => <TextFields drafts={drafts} onChange={setDrafts} faults={faults} />}
    </FormModal>
  )
}
