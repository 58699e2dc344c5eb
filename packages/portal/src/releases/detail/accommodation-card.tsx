import type { AccommodationEntry, AccommodationRecord, ReleaseRecord } from '@guidebook/client'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { tripDays } from '../../i18n/formats.ts'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Empty } from '../../ui/states.tsx'
import { type AccommodationDraft, accommodationPointers, toEntries } from '../accommodation-draft.ts'
import { AccommodationFields } from '../accommodation-fields.tsx'
import { useReleaseEdit } from '../queries.ts'
import classes from './accommodation-card.module.css'

interface Props {
  release: ReleaseRecord
  canChange: boolean
}

export function AccommodationCard({ release, canChange }: Props) {
  const t = useTexts()
  const { accommodation } = release
  return (
    <Card title={t.accommodation} actions={canChange && <AccommodationForm release={release} />}>
      {accommodation.length === 0 ? (
        <Empty compact icon="home" title={t.noAccommodation} />
      ) : (
        <ol className={classes.list}>
          {accommodation.map((entry, index) => (
            <Night key={`${entry.externalId} ${index}`} entry={entry} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Night({ entry: { name, externalId, arrivalDate, departureDate, comment } }: { entry: AccommodationRecord }) {
  const t = useTexts()
  const days = tripDays(arrivalDate, departureDate, t, useFormats())
  return (
    <li>
      <Text size="sm" fw={500} dir="auto">
        {name ?? externalId}
      </Text>
      {days !== null && (
        <Text size="xs" c="dimmed">
          {days}
        </Text>
      )}
      {comment !== null && (
        <Text size="sm" dir="auto">
          {comment}
        </Text>
      )}
    </li>
  )
}

/** Only houses with a custom ID can be sent again. Houses of on-demand releases have none. */
const draftsOf = (entries: readonly AccommodationRecord[]): AccommodationDraft[] =>
  entries.map((entry) => ({
    id: crypto.randomUUID(),
    libraryExternalId: entry.libraryExternalId ?? '',
    externalId: entry.externalId ?? '',
    arrivalDate: entry.arrivalDate ?? '',
    departureDate: entry.departureDate ?? '',
    comment: entry.comment ?? '',
  }))

function AccommodationForm({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const [drafts, setDrafts] = useState(() => draftsOf(release.accommodation))
  const edit = useReleaseEdit(release, ['accommodation'], (stored) => setDrafts(draftsOf(stored.accommodation)))
  if (
    release.accommodation.some(({ externalId, libraryExternalId }) => externalId === null || libraryExternalId === null)
  )
    return null
  const assets: AccommodationEntry[] = toEntries(drafts)
  return (
    <FormModal
      label={t.change}
      title={t.accommodation}
      draft={{ assets: drafts }}
      fields={accommodationPointers('/assets', drafts.length)}
      submit={() =>
        edit.save((releases, address, options) => releases.replaceAccommodation(address, { assets }, options))
      }
      onOpen={edit.begin}
      conflict={edit.conflict}
    >
      {(faults) => <AccommodationFields pointer="/assets" drafts={drafts} onChange={setDrafts} faults={faults} />}
    </FormModal>
  )
}
