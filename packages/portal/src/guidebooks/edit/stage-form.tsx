/** The fields of a stage: its titles and its entries. */
import { Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Faults } from '../../api/faults.ts'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import classes from '../guidebooks.module.css'
import { listOf, type MemberDraft, type Section, type StageDraft, sections } from './draft.ts'
import { MemberFields } from './member-fields.tsx'

interface FieldsProps {
  stage: StageDraft
  languages: readonly string[]
  pointer: string
  faults: Faults
  onChange: (stage: StageDraft) => void
  actionsOf: (section: Section, member: MemberDraft, name: string) => ReactNode
}

export function StageForm({ stage, languages, pointer, faults, onChange, actionsOf }: FieldsProps) {
  const t = useTexts()
  const formats = useFormats()
  const labels: Record<Section, [string, 'route' | 'poi' | 'text', string]> = {
    routes: [t.routes, 'route', t.addRoute],
    pois: [t.placesAlone, 'poi', t.addPlaceAlone],
    texts: [t.texts, 'text', t.addText],
  }
  const fault = faults.at(pointer)
  return (
    <Stack gap="md" mt="sm">
      {fault !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {languages.map((language) => (
          <TextInput
            key={language}
            label={t.titleIn({ language: formats.language(language) })}
            lang={language}
            value={stage.titles[language] ?? ''}
            onChange={(event) =>
              onChange({ ...stage, titles: { ...stage.titles, [language]: event.currentTarget.value } })
            }
            error={faults.at(`${pointer}/titles/${language}`)}
          />
        ))}
      </SimpleGrid>
      {sections.map((section) => {
        const [label, kind, addLabel] = labels[section]
        return (
          <Fieldset key={section} variant="unstyled" legend={label} fz="sm" className={classes.section}>
            <MemberFields
              addLabel={addLabel}
              kind={kind}
              hasRoles={section === 'routes'}
              list={listOf(stage, section)}
              actionsOf={(member, name) => actionsOf(section, member, name)}
              pointer={`${pointer}/${section}`}
              members={stage[section]}
              onChange={(members) => onChange({ ...stage, [section]: members })}
              faults={faults}
            />
          </Fieldset>
        )
      })}
    </Stack>
  )
}
