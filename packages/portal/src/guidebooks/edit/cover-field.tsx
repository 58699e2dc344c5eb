import type { Guidebook } from '@guidebook/client'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { toBase64 } from '../../api/base64.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { CoverImage, StoredCover } from '../cover-image.tsx'
import type { CoverDraft } from './draft.ts'
import { imageFault } from './image-file.ts'

interface Props {
  /** Absent: a new guidebook. */
  stored: Guidebook | undefined
  name: string
  draft: CoverDraft
  onChange: (draft: CoverDraft) => void
  fault: string | undefined
}

export function CoverField({ stored, name, draft, onChange, fault }: Props) {
  const t = useTexts()
  const [refused, setRefused] = useState<'imageTooLarge' | 'imageNotSupported' | null>(null)
  const hasStored = stored !== undefined && stored.cover !== null
  const choose = async ([file]: File[]) => {
    if (file === undefined) return
    const found = await imageFault(file)
    setRefused(found)
    if (found === null) onChange({ image: file, base64: await toBase64(file) })
  }
  const isShown = typeof draft === 'object' || (draft === 'stored' && hasStored)
  return (
    <Stack gap="sm">
      {typeof draft === 'object' && <CoverImage image={draft.image} name={name} />}
      {draft === 'stored' && hasStored && (
        <StoredCover customId={stored.customId ?? ''} version={stored.version} name={name} />
      )}
      {draft === 'none' && hasStored && <Text size="sm">{t.removeCoverText}</Text>}
      <FileDrop
        label={t.chooseCover}
        hint={t.coverHint}
        accept="image/png,image/jpeg"
        onFiles={(files) => void choose(files)}
        error={refused === null ? fault : t[refused]}
      />
      {isShown && (
        <Group>
          <Button
            variant="default"
            size="xs"
            onClick={() => onChange(hasStored && typeof draft !== 'object' ? 'none' : 'stored')}
          >
            {t.removeCover}
          </Button>
        </Group>
      )}
      {draft === 'none' && (
        <Group>
          <Button variant="default" size="xs" onClick={() => onChange('stored')}>
            {t.cancel}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
