import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { StoredPicture } from '../ui/picture.tsx'
import { imageChange, type PictureDraft } from '../ui/picture-draft.ts'
import { PictureField } from '../ui/picture-field.tsx'
import { Empty } from '../ui/states.tsx'
import { isChangeable, pictureQuery, type StoredItem } from './change-item.ts'
import { useItemEdit } from './use-item-edit.ts'

/** The picture of a route, a place or a text. Editors change it. */
export function PictureCard({ stored, name }: { stored: StoredItem; name: string }) {
  const t = useTexts()
  const { client, may } = useAccount()
  const { item } = stored
  return (
    <Card
      title={t.picture}
      actions={may('editor') && isChangeable(item) && <ChangePicture stored={stored} name={name} />}
    >
      {item.image === null ? (
        <Empty compact icon="content" title={t.noPicture} />
      ) : (
        <StoredPicture query={pictureQuery(client, item)} alt={t.pictureOf({ name })} />
      )}
    </Card>
  )
}

function ChangePicture({ stored, name }: { stored: StoredItem; name: string }) {
  const t = useTexts()
  const { client } = useAccount()
  const { item } = stored
  const [draft, setDraft] = useState<PictureDraft>('stored')
  const edit = useItemEdit(stored, () => setDraft('stored'))
  return (
    <FormModal
      label={t.changePicture}
      title={t.changePicture}
      draft={draft}
      fields={['/imageBase64']}
      submit={() => edit.save(() => (draft === 'stored' ? null : imageChange(draft)))}
      onOpen={edit.begin}
      conflict={edit.conflict}
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
