import { ActionIcon, Menu } from '@mantine/core'
import { useTexts } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useArea } from '../../ui/sortable-area.tsx'
import { listOf, type MemberDraft, type Section, type StageDraft } from './draft.ts'

interface Props {
  member: MemberDraft
  name: string
  section: Section
  /** The other stages. */
  stages: readonly StageDraft[]
  nameOf: (stage: StageDraft) => string
  onMoved: (stage: StageDraft) => void
}

/** A menu of the stages that an entry can move to. It becomes the last entry there. */
export function MoveToStage({ member, name, section, stages, nameOf, onMoved }: Props) {
  const t = useTexts()
  const { move } = useArea()
  if (stages.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.moveToStage({ name })}>
          <Icon name="moveTo" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {stages.map((stage) => (
          <Menu.Item
            key={stage.key}
            onClick={() => {
              move(member.key, { list: listOf(stage, section), index: stage[section].length })
              onMoved(stage)
            }}
          >
            <span dir="auto">{nameOf(stage)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
