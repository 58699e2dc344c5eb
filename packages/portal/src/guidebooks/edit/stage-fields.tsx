/** The stages: a list of them, and the fields of those that are open. */
import { arrayMove } from '@dnd-kit/sortable'
import { ActionIcon, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Faults } from '../../api/faults.ts'
import { nameOf } from '../../i18n/names.ts'
import { useLanguage, useTexts } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DropTarget, SortableArea, type SortedList } from '../../ui/sortable-area.tsx'
import { handleOf, SortedEntries } from '../../ui/sortable-list.tsx'
import classes from '../guidebooks.module.css'
import { listOf, type MemberDraft, newStage, renumbered, type StageDraft, sections, withMoved } from './draft.ts'
import { MoveToStage } from './move-to-stage.tsx'
import { nameOfStage as stageName } from './names.ts'
import { StageForm } from './stage-form.tsx'

interface Props {
  stages: readonly StageDraft[]
  languages: readonly string[]
  onChange: (stages: StageDraft[]) => void
  faults: Faults
  /** The pointers of all fields, to open the stages with faults. */
  pointers: readonly string[]
}

/** The list of the stages themselves. */
const stagesList = 'stages'

export function StageFields({ stages, languages, onChange, faults, pointers }: Props) {
  const { t, language } = useLanguage()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const nameOfStage = (stage: StageDraft) => stageName(stage, t, language)
  const toggle = (key: string) =>
    setOpen((current) => {
      const toggled = new Set(current)
      if (!toggled.delete(key)) toggled.add(key)
      return toggled
    })
  /** The entry that was moved to another stage with the keyboard: the focus follows it. */
  const followed = useRef<string | null>(null)
  useEffect(() => {
    if (followed.current === null) return
    document.getElementById(handleOf(followed.current))?.focus()
    followed.current = null
  })
  const follow = (member: MemberDraft, stage: StageDraft) => {
    followed.current = member.key
    setOpen((current) => new Set(current).add(stage.key))
  }
  const stageKeys = stages.map(({ key }) => key)
  const lists: SortedList[] = [
    { id: stagesList, kind: stagesList, name: null, keys: stageKeys },
    ...stages.flatMap((stage) =>
      sections.map((section) => ({
        id: listOf(stage, section),
        kind: section,
        name: nameOfStage(stage),
        keys: stage[section].map(({ key }) => key),
      })),
    ),
  ]
  const nameOfKey = (key: string) => {
    const stage = stages.find((one) => one.key === key)
    if (stage !== undefined) return nameOfStage(stage)
    const members = stages.flatMap((one) => sections.flatMap((section) => one[section]))
    const { names = {}, customId = null } = members.find((one) => one.key === key) ?? {}
    return nameOf(names, language, customId)
  }
  const move = (key: string, to: { list: string; index: number }) =>
    onChange(
      to.list === stagesList
        ? renumbered(arrayMove([...stages], stageKeys.indexOf(key), to.index))
        : withMoved(stages, key, to),
    )
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
      <SortableArea lists={lists} nameOf={nameOfKey} onMove={move}>
        <SortedEntries list={stagesList} items={stages} nameOf={nameOfStage}>
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
                <StageForm
                  stage={stage}
                  languages={languages}
                  pointer={pointer}
                  faults={faults}
                  onChange={(changed) => onChange(stages.with(index, changed))}
                  actionsOf={(section, member, name) => (
                    <MoveToStage
                      name={name}
                      member={member}
                      section={section}
                      stages={stages.filter((other) => other !== stage)}
                      nameOf={nameOfStage}
                      onMoved={(to) => follow(member, to)}
                    />
                  )}
                />
              </StageCard>
            )
          }}
        </SortedEntries>
      </SortableArea>
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
      <DropTarget
        id={`into ${stage.key}`}
        lists={sections.map((section) => listOf(stage, section))}
        className={classes.stage}
      >
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
          <ActionIcon variant="subtle" color="red" aria-label={t.removeStage({ name })} onClick={onRemove}>
            <Icon name="trash" />
          </ActionIcon>
        </Group>
      </DropTarget>
      {isOpen && children}
    </div>
  )
}
