/** A list that people sort by dragging, with the keyboard, or with buttons, which need neither. */
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { ActionIcon, Group, VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Icon } from './icon.tsx'
import classes from './sortable-list.module.css'

interface Props<T> {
  items: readonly T[]
  nameOf: (item: T) => string
  onChange: (items: T[]) => void
  /** `controls` moves the entry. */
  children: (item: T, index: number, controls: ReactNode) => ReactNode
}

export function SortableList<T extends { key: string }>({ items, nameOf, onChange, children }: Props<T>) {
  const t = useTexts()
  const [moved, setMoved] = useState('')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  // An entry is over itself at first, which would replace the announcement that it is picked up.
  const lastOver = useRef<unknown>(null)
  const indexOf = (id: unknown) => items.findIndex(({ key }) => key === id)
  const nameAt = (index: number) => {
    const item = items[index]
    return item === undefined ? '' : nameOf(item)
  }
  const place = (id: unknown, at: unknown) => ({
    name: nameAt(indexOf(id)),
    n: String(indexOf(at) + 1),
    total: String(items.length),
  })
  const move = (from: number, to: number) => onChange(arrayMove([...items], from, to))
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over !== null && over.id !== active.id) move(indexOf(active.id), indexOf(over.id))
  }
  const moveByButton = (from: number, to: number) => {
    if (to < 0 || to >= items.length) return
    move(from, to)
    setMoved(t.movedTo({ name: nameAt(from), n: String(to + 1), total: String(items.length) }))
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lastOver.current = active.id
      return t.pickedUp(place(active.id, active.id))
    },
    onDragOver: ({ active, over }) => {
      if (over === null || over.id === lastOver.current) return undefined
      lastOver.current = over.id
      return t.movedTo(place(active.id, over.id))
    },
    onDragEnd: ({ active, over }) => t.movedTo(place(active.id, over?.id ?? active.id)),
    onDragCancel: ({ active }) => t.notMoved({ name: nameAt(indexOf(active.id)) }),
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ screenReaderInstructions: { draggable: t.moveHelp }, announcements }}
    >
      <SortableContext items={items.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol className={classes.list}>
          {items.map((item, index) => (
            <Entry
              key={item.key}
              id={item.key}
              name={nameOf(item)}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onMove={(by) => moveByButton(index, index + by)}
            >
              {(controls) => children(item, index, controls)}
            </Entry>
          ))}
        </ol>
      </SortableContext>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
    </DndContext>
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
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t.movable },
  })
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
      style={{ transform: shift, '--shift': transition } as CSSProperties}
    >
      {children(controls)}
    </li>
  )
}
