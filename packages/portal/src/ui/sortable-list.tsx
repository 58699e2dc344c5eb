/** A list that people sort by dragging, with the keyboard, or with buttons, which need neither. */
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { ActionIcon, Group } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Icon } from './icon.tsx'
import { SortableArea, useArea } from './sortable-area.tsx'
import classes from './sortable-list.module.css'

interface EntriesProps<T> {
  /** The list in the area. */
  list: string
  items: readonly T[]
  nameOf: (item: T) => string
  /** `controls` moves the entry. */
  children: (item: T, index: number, controls: ReactNode) => ReactNode
}

/** The entries of a list in a `SortableArea`. */
export function SortedEntries<T extends { key: string }>({ list, items, nameOf, children }: EntriesProps<T>) {
  const { move } = useArea()
  return (
    <SortableContext items={items.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
      <ol className={classes.list}>
        {items.map((item, index) => (
          <Entry
            key={item.key}
            id={item.key}
            name={nameOf(item)}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            onMove={(by) => {
              const to = index + by
              if (to >= 0 && to < items.length) move(item.key, { list, index: to })
            }}
          >
            {(controls) => children(item, index, controls)}
          </Entry>
        ))}
      </ol>
    </SortableContext>
  )
}

interface Props<T> extends Omit<EntriesProps<T>, 'list'> {
  onChange: (items: T[]) => void
}

/** A list whose entries stay in it. */
export function SortableList<T extends { key: string }>({ items, nameOf, onChange, children }: Props<T>) {
  const keys = items.map(({ key }) => key)
  return (
    <SortableArea
      lists={[{ id: 'list', kind: 'entry', name: null, keys }]}
      nameOf={(key) => {
        const item = items.find((one) => one.key === key)
        return item === undefined ? '' : nameOf(item)
      }}
      onMove={(key, { index }) => onChange(arrayMove([...items], keys.indexOf(key), index))}
    >
      <SortedEntries list="list" items={items} nameOf={nameOf}>
        {children}
      </SortedEntries>
    </SortableArea>
  )
}

interface EntryProps {
  id: string
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  children: (controls: ReactNode) => ReactNode
}

function Entry({ id, name, isFirst, isLast, onMove, children }: EntryProps) {
  const t = useTexts()
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
    isOver,
    items,
    active,
  } = useSortable({ id, attributes: { roleDescription: t.movable } })
  const isBefore = isOver && active !== null && !items.includes(active.id)
  // Disabled buttons would lose the focus, so the first and the last entry keep theirs.
  const button = (label: string, isOff: boolean, by: 1 | -1) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-disabled={isOff}
      className={classes.button}
      onClick={() => onMove(by)}
    >
      <Icon name={by === 1 ? 'down' : 'up'} />
    </ActionIcon>
  )
  const controls = (
    <Group gap={0} wrap="nowrap" className={classes.controls}>
      <ActionIcon
        variant="subtle"
        color="gray"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        id={handleOf(id)}
        aria-label={t.move({ name })}
        className={classes.handle}
      >
        <Icon name="grip" />
      </ActionIcon>
      {button(t.moveUp({ name }), isFirst, -1)}
      {button(t.moveDown({ name }), isLast, 1)}
    </Group>
  )
  const shift = transform === null ? undefined : `translate3d(0, ${Math.round(transform.y)}px, 0)`
  return (
    <li
      ref={setNodeRef}
      className={classes.entry}
      data-dragging={isDragging || undefined}
      data-before={isBefore || undefined}
      style={{ transform: shift, '--shift': transition } as CSSProperties}
    >
      {children(controls)}
    </li>
  )
}

/** The element that moves an entry. */
export const handleOf = (key: string): string => `move-${key}`
