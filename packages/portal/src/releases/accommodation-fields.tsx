/** The nights of a booking: each names a house of a library by its custom IDs. */
import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { Faults } from '../api/faults.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Icon } from '../ui/icon.tsx'
import type { AccommodationDraft, AccommodationField } from './accommodation-draft.ts'

interface Props {
  pointer: string
  drafts: AccommodationDraft[]
  onChange: (drafts: AccommodationDraft[]) => void
  faults: Faults
}

export function AccommodationFields({ pointer, drafts, onChange, faults }: Props) {
  const t = useTexts()
  const addButton = useRef<HTMLButtonElement>(null)
  const remove = (index: number) => {
    // The button that has the focus is removed.
    addButton.current?.focus({ preventScroll: true })
    onChange(drafts.toSpliced(index, 1))
  }
  const last = drafts.at(-1)
  const add = () =>
    onChange([
      ...drafts,
      // The next night usually begins where the last one ended, in a house of the same library.
      {
        id: crypto.randomUUID(),
        libraryExternalId: last?.libraryExternalId ?? '',
        externalId: '',
        arrivalDate: last?.departureDate ?? '',
        departureDate: '',
        comment: '',
      },
    ])
  return (
    <Stack gap="sm">
      {drafts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noAccommodation}
        </Text>
      )}
      {drafts.map((draft, index) => {
        const field = (name: AccommodationField) => ({
          value: draft[name],
          error: faults.at(`${pointer}/${index}/${name}`),
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange(drafts.with(index, { ...draft, [name]: event.currentTarget.value })),
        })
        return (
          <Fieldset key={draft.id} legend={t.nightNumber({ n: index + 1 })}>
            <Stack gap="xs">
              <Group grow align="flex-start">
                <TextInput label={t.library} required {...field('libraryExternalId')} />
                <TextInput label={t.customId} required {...field('externalId')} />
              </Group>
              <Group grow align="flex-start">
                <TextInput type="date" label={t.arrival} {...field('arrivalDate')} />
                <TextInput type="date" label={t.departure} {...field('departureDate')} />
              </Group>
              <TextInput label={t.comment} {...field('comment')} />
              <Group justify="flex-end">
                <Button variant="subtle" color="red" size="xs" onClick={() => remove(index)}>
                  {t.removeNight({ n: index + 1 })}
                </Button>
              </Group>
            </Stack>
          </Fieldset>
        )
      })}
      <Group>
        <Button ref={addButton} variant="default" size="xs" leftSection={<Icon name="plus" size={16} />} onClick={add}>
          {t.addNight}
        </Button>
      </Group>
    </Stack>
  )
}
