import type { Item } from '@guidebook/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { notify } from '../ui/actions.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { changeItem, isChangeable } from './change-item.ts'
import { draftsOf, isUnchanged, textPointers, textsOf } from './text-drafts.ts'
import { TextFields } from './text-fields.tsx'

export function EditTexts({ item }: { item: Item }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState(() => draftsOf(item.names, item.descriptions))
  const submit = async () => {
    if (isUnchanged(drafts, item.names, item.descriptions)) return
    await changeItem(client, item, textsOf(drafts))
    notify(t.saved)
    await queries.invalidateQueries({ queryKey: [account.id, 'item', item.id] })
    void queries.invalidateQueries({ queryKey: [account.id, 'items'] })
  }
  if (!isChangeable(item)) return null
  return (
    <FormModal
      label={t.editTexts}
      size="sm"
      variant="filled"
      title={t.editTexts}
      isWide
      fields={textPointers(drafts)}
      submit={submit}
      onOpen={() => setDrafts(draftsOf(item.names, item.descriptions))}
    >
      {(faults) => <TextFields drafts={drafts} onChange={setDrafts} faults={faults} />}
    </FormModal>
  )
}
