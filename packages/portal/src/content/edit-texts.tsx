import type { Item } from '@guidebook/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { notify } from '../ui/actions.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { draftsOf, textPointers, textsOf } from './text-drafts.ts'
import { TextFields } from './text-fields.tsx'

export function EditTexts({ item }: { item: Item }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState(() => draftsOf(item.names, item.descriptions))
  const submit = async () => {
    const texts = textsOf(drafts)
    if (item.kind === 'route')
      await client.content.routes.update({ route_id: item.id }, { account: account.id, ...texts })
    else if (item.kind === 'poi') await client.content.pois.patch({ geodata_id: item.id }, texts)
    else
      await client.content.texts.update({
        account: account.id,
        library: item.library,
        customId: item.customId ?? '',
        ...texts,
      })
    notify(t.saved)
    await queries.invalidateQueries({ queryKey: [account.id, 'item', item.id] })
    void queries.invalidateQueries({ queryKey: [account.id, 'items'] })
  }
  // A text page is addressed by its custom ID.
  if (item.kind === 'text' && item.customId === null) return null
  return (
    <FormModal
      label={t.editTexts}
      size="sm"
      variant="filled"
      title={t.editTexts}
      fields={textPointers(drafts)}
      submit={submit}
      onOpen={() => setDrafts(draftsOf(item.names, item.descriptions))}
    >
      {(faults) => <TextFields drafts={drafts} onChange={setDrafts} faults={faults} />}
    </FormModal>
  )
}
