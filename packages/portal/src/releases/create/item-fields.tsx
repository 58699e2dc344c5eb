/** Items of libraries, by their custom IDs. */
import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { Faults } from '../../api/faults.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ItemDraft, ItemField } from './draft.ts'

interface Props {
  legend: string
  addLabel: string
  pointer: string
  drafts: ItemDraft[]
  onChange: (drafts: ItemDraft[]) => void
  faults: Faults
}

export function ItemFields({ legend, addLabel, pointer, drafts, onChange, faults }: Props) {
  const t = useTexts()
  const addButton = useRef<HTMLButtonElement>(null)
  const remove = (index: number) => {
    // The button that has the focus is removed.
    addButton.current?.focus({ preventScroll: true })
    onChange(drafts.toSpliced(index, 1))
  }
  return (
    <Fieldset legend={legend}>
      <Stack gap="xs">
        {drafts.map((draft, index) => {
          const field = (name: ItemField) => ({
            value: draft[name],
            error: faults.at(`${pointer}/${index}/${name}`),
            required: true,
            onChange: (event: { currentTarget: { value: string } }) =>
              onChange(drafts.with(index, { ...draft, [name]: event.currentTarget.value })),
          })
          return (
            <div key={draft.id}>
              <Group grow align="flex-start">
                <TextInput label={t.library} {...field('libraryExternalId')} />
                <TextInput label={t.customId} {...field('externalId')} />
              </Group>
              <Group justify="flex-end" mt={4}>
                <Button variant="subtle" color="red" size="xs" onClick={() => remove(index)}>
                  {t.removeItem({ n: index + 1 })}
                </Button>
              </Group>
            </div>
          )
        })}
        <Group>
          <Button
            ref={addButton}
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() =>
              onChange([
                ...drafts,
                { id: crypto.randomUUID(), libraryExternalId: drafts.at(-1)?.libraryExternalId ?? '', externalId: '' },
              ])
            }
          >
            {addLabel}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
