import type { Item } from '@guidebook/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { notify } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { StoredPicture } from '../ui/picture.tsx'
import { imageChange, type PictureDraft } from '../ui/picture-draft.ts'
import { PictureField } from '../ui/picture-field.tsx'
import { Empty } from '../ui/states.tsx'
import { changeItem, isChangeable, pictureQuery } from './change-item.ts'

/** The picture of a route, a place or a text. Editors change it. */
export function PictureCard({ item, name }: { item: Item; name: string }) {
  const t = useTexts()
  const { client, may } = useAccount()
  return (
    <Card title={t.picture} actions={may('editor') && isChangeable(item) && <ChangePicture item={item} name={name} />}>
      {item.image === null ? (
        <Empty compact icon="content" title={t.noPicture} />
      ) : (
        <StoredPicture query={pictureQuery(client, item)} alt={t.pictureOf({ name })} />
      )}
    </Card>
  )
}

function ChangePicture({ item, name }: { item: Item; name: string }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<PictureDraft>('stored')
  const submit = async () => {
    await changeItem(client, item, imageChange(draft))
    notify(t.saved)
    await queries.invalidateQueries({ queryKey: [account.id, 'item', item.id], exact: true })
  }
  return (
    <FormModal
      label={t.changePicture}
      title={t.changePicture}
      fields={['/imageBase64']}
      submit={submit}
      onOpen={() => setDraft('stored')}
    >
      {(faults) => (
        <PictureField
          stored={item.image && pictureQuery(client, item)}
          alt={t.pictureOf({ name })}
          texts={{ remove: t.removePicture, removed: t.removePictureText }}
          draft={draft}
          onChange={setDraft}
          fault={faults.at('/imageBase64')}
        />
      )}
    </FormModal>
  )
}
