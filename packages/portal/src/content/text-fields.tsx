/** Name and description in each language. */
import { Button, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { Faults } from '../api/faults.ts'
import { directionOf } from '../i18n/direction.ts'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { languageChoices } from '../ui/languages.ts'
import { DescriptionField } from './description-field.tsx'
import type { TextDraft, TextField } from './text-drafts.ts'

interface Props {
  drafts: readonly TextDraft[]
  onChange: (drafts: TextDraft[]) => void
  faults: Faults
  field?: TextField
  hasDescriptions?: boolean
}

export function TextFields({ drafts, onChange, faults, field = 'names', hasDescriptions = true }: Props) {
  const t = useTexts()
  const formats = useFormats()
  const addField = useRef<HTMLInputElement>(null)
  const remove = (index: number) => {
    // The button that has the focus is removed.
    addField.current?.focus({ preventScroll: true })
    onChange(drafts.toSpliced(index, 1))
  }
  const free = languageChoices(formats).filter(({ value }) => !drafts.some(({ language }) => language === value))
  return (
    <Stack>
      {drafts.map((draft, index) => {
        const { language } = draft
        const set = (changed: Partial<TextDraft>) => onChange(drafts.with(index, { ...draft, ...changed }))
        return (
          <Fieldset key={language} legend={formats.language(language)}>
            <Stack gap="xs">
              <TextInput
                label={field === 'names' ? t.name : t.title}
                lang={language}
                dir={directionOf(language)}
                value={draft.name}
                onChange={(event) => set({ name: event.currentTarget.value })}
                // A fault of all names together is shown at the first one.
                error={faults.at(`/${field}/${language}`) ?? (index === 0 ? faults.at(`/${field}`) : undefined)}
              />
              {hasDescriptions && (
                <DescriptionField
                  label={t.description}
                  language={language}
                  value={draft.description}
                  onChange={(description) => set({ description })}
                  error={faults.at(`/descriptions/${language}`)}
                />
              )}
              {drafts.length > 1 && (
                <Group justify="flex-end">
                  <Button variant="subtle" color="red" size="xs" onClick={() => remove(index)}>
                    {t.removeLanguage({ language: formats.language(language) })}
                  </Button>
                </Group>
              )}
            </Stack>
          </Fieldset>
        )
      })}
      <Select
        ref={addField}
        label={t.addLanguage}
        searchable
        openOnFocus={false}
        data={free}
        value={null}
        onChange={(language) => {
          if (language !== null) onChange([...drafts, { language, name: '', description: '' }])
        }}
      />
    </Stack>
  )
}
