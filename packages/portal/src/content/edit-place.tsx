import type { Poi, PoiIcon } from '@guidebook/client'
import { Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLanguage } from '../i18n/texts.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import type { ItemChange, StoredItem } from './change-item.ts'
import { IconField } from './icon-field.tsx'
import { placeIconChoices } from './place-icons.ts'
import { type PositionDraft, PositionFields, roundDegrees } from './position-fields.tsx'
import { useItemEdit } from './use-item-edit.ts'

interface PlaceDraft extends PositionDraft {
  icon: PoiIcon
}

const draftOf = ({ icon, lat, lng }: Poi): PlaceDraft => ({ icon, lat: roundDegrees(lat), lng: roundDegrees(lng) })

/** Null if nothing was changed. What was not changed is not sent, so it keeps all its decimals. */
function changeOf(poi: Poi, { icon, lat, lng }: PlaceDraft): ItemChange | null {
  const stored = draftOf(poi)
  const place = {
    ...(icon !== stored.icon && { icon }),
    ...(Number(lat) !== stored.lat && { lat: Number(lat) }),
    ...(Number(lng) !== stored.lng && { lng: Number(lng) }),
  }
  return Object.keys(place).length === 0 ? null : { place }
}

/** The window with the position and the icon of a place. */
export function EditPlace({ stored, poi }: { stored: StoredItem; poi: Poi }) {
  const { t, language } = useLanguage()
  const choices = useMemo(() => placeIconChoices(t, language), [t, language])
  const [draft, setDraft] = useState(() => draftOf(poi))
  const edit = useItemEdit(stored, (item) => {
    if (item.kind === 'poi') setDraft(draftOf(item))
  })
  return (
    <FormModal
      label={t.changePlace}
      title={t.changePlace}
      isWide
      draft={draft}
      fields={['/icon', '/lat', '/lng']}
      submit={() => edit.save((item) => (item.kind === 'poi' ? changeOf(item, draft) : null))}
      onOpen={edit.begin}
      conflict={edit.conflict}
    >
      {(faults) => (
        <Stack>
          <IconField
            choices={choices}
            value={draft.icon}
            onChange={(icon) => setDraft({ ...draft, icon })}
            error={faults.at('/icon')}
          />
          <Text size="sm" c="dimmed">
            {t.positionLead}
          </Text>
          <PositionFields place={draft} onChange={(place) => setDraft({ ...draft, ...place })} faults={faults} />
        </Stack>
      )}
    </FormModal>
  )
}
