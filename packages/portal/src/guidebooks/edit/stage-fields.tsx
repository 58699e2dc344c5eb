/** The stages: a list of them, and the fields of those that are open. */
import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Faults } from '../../api/faults.ts'
import { nameOf } from '../../i18n/names.ts'
import { useFormats, useLanguage, useTexts } from '../../i18n/texts.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import classes from '../guidebooks.module.css'
import { newStage, renumbered, type Section, type StageDraft, sections } from './draft.ts'
import { MemberFields } from './member-fields.tsx'

interface Props {
  stages: readonly StageDraft[]
  languages: readonly string[]
  onChange: (stages: StageDraft[]) => void
  faults: Faults
  /** The pointers of all fields, to open the stages with faults. */
  pointers: readonly string[]
}

export function StageFields({ stages, languages, onChange, faults, pointers }: Props) {
  const { t, language } = useLanguage()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const nameOfStage = ({ number, titles }: StageDraft) => {
    const title = nameOf(titles, language)
    const numbered = t.stageNumber({ n: String(number) })
    return title === '' ? numbered : `${numbered}: ${title}`
  }
  const toggle = (key: string) =>
    setOpen((current) => {
      const toggled = new Set(current)
      if (!toggled.delete(key)) toggled.add(key)
      return toggled
    })
  const add = () => {
    const stage = newStage(stages)
    onChange([...stages, stage])
    toggle(stage.key)
  }
  return (
    <Stack gap="sm">
      {stages.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noStages}
        </Text>
      )}
      <SortableList items={stages} nameOf={nameOfStage} onChange={(sorted) => onChange(renumbered(sorted))}>
        {(stage, index, controls) => {
          const pointer = `/stages/${index}`
          const hasFault = pointers.some(
            (one) => (one === pointer || one.startsWith(`${pointer}/`)) && faults.at(one) !== undefined,
          )
          return (
            <StageCard
              stage={stage}
              name={nameOfStage(stage)}
              controls={controls}
              isOpen={open.has(stage.key) || hasFault}
              hasFault={hasFault}
              onToggle={() => toggle(stage.key)}
              onRemove={() => onChange(stages.toSpliced(index, 1))}
            >
              <Fields
                stage={stage}
                languages={languages}
                pointer={pointer}
                faults={faults}
                onChange={(changed) => onChange(stages.with(index, changed))}
              />
            </StageCard>
          )
        }}
      </SortableList>
      <Group>
        <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
          {t.addStage}
        </Button>
      </Group>
    </Stack>
  )
}

interface StageCardProps {
  stage: StageDraft
  name: string
  controls: ReactNode
  isOpen: boolean
  hasFault: boolean
  onToggle: () => void
  onRemove: () => void
  children: ReactNode
}

function StageCard({ stage, name, controls, isOpen, hasFault, onToggle, onRemove, children }: StageCardProps) {
  const t = useTexts()
  const count = sections.reduce((sum, section) => sum + stage[section].length, 0)
  return (
    <div className={classes.draft} data-invalid={hasFault || undefined}>
      <Group gap="xs" wrap="nowrap">
        {controls}
        <UnstyledButton className={classes.name} onClick={onToggle} aria-expanded={isOpen}>
          <Text size="sm" fw={600} dir="auto" component="span">
            {name}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {t.rowsAll({ n: count })}
          </Text>
        </UnstyledButton>
        {count === 0 ? (
          <ActionIcon variant="subtle" color="red" aria-label={t.removeStage({ name })} onClick={onRemove}>
            <Icon name="trash" />
          </ActionIcon>
        ) : (
          <ConfirmButton
            label={t.removeStage({ name })}
            icon="trash"
            iconOnly
            title={t.removeStage({ name })}
            confirmLabel={t.remove}
            act={async () => onRemove()}
          >
            {t.removeStageText({ name, n: count })}
          </ConfirmButton>
        )}
      </Group>
      {isOpen && children}
    </div>
  )
}

interface FieldsProps {
  stage: StageDraft
  languages: readonly string[]
  pointer: string
  faults: Faults
  onChange: (stage: StageDraft) => void
}

function Fields({ stage, languages, pointer, faults, onChange }: FieldsProps) {
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
