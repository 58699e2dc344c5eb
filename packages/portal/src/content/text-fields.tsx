/** Name and description in each language. */
import { Button, Fieldset, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { Faults } from '../api/faults.ts'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { languageChoices } from '../ui/languages.ts'
import { isPlain, toHtml, toText } from './rich-text.ts'

export interface TextDraft {
  language: string
  name: string
  description: string
  /** The description is HTML that plain text cannot express. */
  isHtml: boolean
}

type ByLanguage = Readonly<Record<string, string>>

export function draftsOf(names: ByLanguage, descriptions: ByLanguage): TextDraft[] {
  const languages = [...new Set([...Object.keys(names), ...Object.keys(descriptions)])]
  return languages.map((language) => {
    const html = descriptions[language] ?? ''
    const isHtml = !isPlain(html)
    return { language, name: names[language] ?? '', description: isHtml ? html : toText(html), isHtml }
  })
}

/** Empty fields are not stored. */
export function textsOf(drafts: readonly TextDraft[]): {
  names: Record<string, string>
  descriptions: Record<string, string>
} {
  const names = drafts.filter(({ name }) => name.trim() !== '').map(({ language, name }) => [language, name.trim()])
  const descriptions = drafts
    .filter(({ description }) => description.trim() !== '')
    .map(({ language, description, isHtml }) => [language, isHtml ? description : toHtml(description)])
  return { names: Object.fromEntries(names), descriptions: Object.fromEntries(descriptions) }
}

interface Props {
  drafts: readonly TextDraft[]
  onChange: (drafts: TextDraft[]) => void
  faults: Faults
}

export function TextFields({ drafts, onChange, faults }: Props) {
  const t = useTexts()
  const formats = useFormats()
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
                label={t.name}
                lang={language}
                value={draft.name}
                onChange={(event) => set({ name: event.currentTarget.value })}
                error={faults.at(`/names/${language}`)}
              />
              <Textarea
                label={t.description}
                description={draft.isHtml ? t.descriptionHtml : t.descriptionPlain}
                lang={language}
                rows={6}
                value={draft.description}
                onChange={(event) => set({ description: event.currentTarget.value })}
                error={faults.at(`/descriptions/${language}`)}
              />
              {drafts.length > 1 && (
                <Group justify="flex-end">
                  <Button variant="subtle" color="red" size="xs" onClick={() => onChange(drafts.toSpliced(index, 1))}>
                    {t.removeLanguage({ language: formats.language(language) })}
                  </Button>
                </Group>
              )}
            </Stack>
          </Fieldset>
        )
      })}
      <Select
        label={t.addLanguage}
        searchable
        data={free}
        value={null}
        onChange={(language) => {
          if (language !== null) onChange([...drafts, { language, name: '', description: '', isHtml: false }])
        }}
      />
    </Stack>
  )
}

export const textPointers = (drafts: readonly TextDraft[]): string[] => [
  ...drafts.flatMap(({ language }) => [`/names/${language}`, `/descriptions/${language}`]),
]
