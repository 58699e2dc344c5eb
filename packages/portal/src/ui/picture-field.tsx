import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { toBase64 } from '../api/base64.ts'
import { useTexts } from '../i18n/texts.tsx'
import { FileDrop } from './file-drop.tsx'
import { imageFault } from './image-file.ts'
import { Picture, type PictureQuery, StoredPicture } from './picture.tsx'
import type { PictureDraft } from './picture-draft.ts'

interface Props {
  /** Loads the stored image; null: there is none. */
  stored: PictureQuery | null
  alt: string
  /** The button that removes the image, and what is said until the removal is saved. */
  texts: { remove: string; removed: string }
  draft: PictureDraft
  onChange: (draft: PictureDraft) => void
  fault: string | undefined
}

/** The cover of a guidebook, or the picture of an item: shown, chosen, replaced and removed. */
export function PictureField({ stored, alt, texts, draft, onChange, fault }: Props) {
  const t = useTexts()
  const [refused, setRefused] = useState<'imageTooLarge' | 'imageNotSupported' | null>(null)
  const choose = async ([file]: File[]) => {
    if (file === undefined) return
    const found = await imageFault(file)
    setRefused(found)
    if (found === null) onChange({ image: file, base64: await toBase64(file) })
  }
  const isShown = typeof draft === 'object' || (draft === 'stored' && stored !== null)
  return (
    <Stack gap="sm">
      {typeof draft === 'object' && <Picture image={draft.image} alt={alt} />}
      {draft === 'stored' && stored !== null && <StoredPicture query={stored} alt={alt} />}
      {draft === 'none' && stored !== null && <Text size="sm">{texts.removed}</Text>}
      <FileDrop
        label={t.chooseImage}
        hint={t.imageHint}
        accept="image/png,image/jpeg"
        onFiles={(files) => void choose(files)}
        error={refused === null ? fault : t[refused]}
      />
      {isShown && (
        <Group>
          <Button
            variant="default"
            size="xs"
            onClick={() => onChange(stored !== null && typeof draft !== 'object' ? 'none' : 'stored')}
          >
            {texts.remove}
          </Button>
        </Group>
      )}
      {draft === 'none' && (
        <Group>
          <Button variant="default" size="xs" onClick={() => onChange('stored')}>
            {t.undo}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
