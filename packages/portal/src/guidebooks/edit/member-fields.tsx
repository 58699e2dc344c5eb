/** The entries of a section: sorted, removed, and added from the libraries. */
import type { ItemKind } from '@guidebook/client'
import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Faults } from '../../api/faults.ts'
import { kindIcon } from '../../content/kinds.ts'
import { nameOf } from '../../i18n/names.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SortableList, SortedEntries } from '../../ui/sortable-list.tsx'
import classes from '../guidebooks.module.css'
import { routeRoles, routeRoleText } from '../members.tsx'
import type { MemberDraft } from './draft.ts'
import { ItemPicker } from './item-picker.tsx'

interface Props {
  addLabel: string
  kind?: ItemKind
  /** Routes of a stage have a role. */
  hasRoles?: boolean
  /** The list of entries in a `SortableArea`; absent: the entries stay in their list. */
  list?: string
  /** Further buttons of an entry. */
  actionsOf?: (member: MemberDraft, name: string) => ReactNode
  pointer: string
  members: readonly MemberDraft[]
  onChange: (members: MemberDraft[]) => void
  faults: Faults
}

export function MemberFields({ addLabel, kind, hasRoles = false, pointer, members, onChange, faults, ...more }: Props) {
  const { t, language } = useLanguage()
  const { list, actionsOf } = more
  const nameOfMember = ({ names, customId }: MemberDraft) => nameOf(names, language, customId)
  const entry = (member: MemberDraft, index: number, controls: ReactNode) => {
    const name = nameOfMember(member)
    const fault = faults.at(`${pointer}/${index}`)
    return (
      <div className={classes.draft} data-invalid={fault !== undefined || undefined}>
        <Group gap="xs" wrap="nowrap" align="flex-start" className={classes.entry}>
          {controls}
          <div className={classes.name}>
            <Text size="sm" dir="auto" component="div">
              <Icon name={kindIcon[member.kind]} size={16} /> {name}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {[member.customId, member.library].filter((part) => part !== null).join(' · ')}
            </Text>
            {fault !== undefined && (
              <Text size="xs" c="var(--mantine-color-error)" role="alert">
                {fault}
              </Text>
            )}
            {hasRoles && (
              <Select
                aria-label={t.routeRole({ name })}
                size="xs"
                mt={4}
                maw={220}
                allowDeselect={false}
                data={[
                  { value: 'auto', label: t.routeRoleAuto },
                  ...routeRoles.map((value) => ({ value, label: routeRoleText(value, t) })),
                ]}
                value={member.role ?? 'auto'}
                onChange={(value) => {
                  const role = routeRoles.find((one) => one === value)
                  onChange(members.with(index, { ...member, role }))
                }}
              />
            )}
          </div>
          {actionsOf?.(member, name)}
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t.removeStage({ name })}
            onClick={() => onChange(members.toSpliced(index, 1))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </Group>
      </div>
    )
  }
  return (
    <Stack gap="xs">
      {members.length > 0 &&
        (list === undefined ? (
          <SortableList items={members} nameOf={nameOfMember} onChange={onChange}>
            {entry}
          </SortableList>
        ) : (
          <SortedEntries list={list} items={members} nameOf={nameOfMember}>
            {entry}
          </SortedEntries>
        ))}
      {hasRoles && members.length > 1 && (
        <Text size="xs" c="dimmed">
          {t.routeRoleHint}
        </Text>
      )}
      <ItemPicker
        label={addLabel}
        {...(kind !== undefined && { kind })}
        onPick={(member) => onChange([...members, member])}
      />
    </Stack>
  )
}
