/** Lists whose entries people move: inside a list, and to another list of the same kind. By dragging, or with the keyboard. */
import {
  type Active,
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DroppableContainer,
  KeyboardSensor,
  MeasuringStrategy,
  type Over,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { VisuallyHidden } from '@mantine/core'
import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

export interface SortedList {
  id: string
  /** Entries move between lists of one kind. */
  kind: string
  /** For announcements; null if there is no other list of the kind. */
  name: string | null
  keys: readonly string[]
}

export interface Place {
  list: string
  index: number
}

interface Area {
  /** Moves the entry and announces it. */
  move(key: string, to: Place): void
}

const AreaContext = createContext<Area | null>(null)

export function useArea(): Area {
  const area = use(AreaContext)
  if (area === null) throw new Error('useArea needs a SortableArea')
  return area
}

/** Before an entry is picked up: otherwise an arrow key that follows at once would find no place to go to, and be lost. */
const measuring = { droppable: { strategy: MeasuringStrategy.Always } }

interface Props {
  lists: readonly SortedList[]
  nameOf: (key: string) => string
  onMove: (key: string, to: Place) => void
  children: ReactNode
}

export function SortableArea({ lists, nameOf, onMove, children }: Props) {
  const t = useTexts()
  const [moved, setMoved] = useState('')
  // An entry is over itself at first, which would replace the announcement that it is picked up.
  const lastOver = useRef<unknown>(null)
  const listOf = (key: unknown) => lists.find(({ keys }) => keys.includes(String(key)))
  const accepts = (active: Active, { id, data }: DroppableContainer) => {
    const from = listOf(active.id)
    return from !== undefined && (listOf(id)?.kind === from.kind || targetOf(from, data.current?.lists) !== undefined)
  }
  const targetOf = ({ id, kind }: SortedList, targets: readonly string[] = []) =>
    lists.find((list) => list.kind === kind && list.id !== id && targets.includes(list.id))

  const placeAt = (active: Active, over: Over | null): Place | null => {
    const from = listOf(active.id)
    if (from === undefined || over === null) return null
    const into = targetOf(from, over.data.current?.lists)
    if (into !== undefined) return { list: into.id, index: into.keys.length }
    const list = listOf(over.id)
    return list === undefined ? null : { list: list.id, index: list.keys.indexOf(String(over.id)) }
  }
  const describe = (key: string, to: Place) => {
    const from = listOf(key)
    const list = lists.find(({ id }) => id === to.list)
    const isOther = from?.id !== to.list
    const place = { name: nameOf(key), n: String(to.index + 1), total: String((list?.keys.length ?? 0) + +isOther) }
    return isOther && list?.name != null ? t.movedInto({ ...place, list: list.name }) : t.movedTo(place)
  }
  const describeEvent = (active: Active, over: Over | null) => {
    const key = String(active.id)
    const own = listOf(key)
    const here = { list: own?.id ?? '', index: own?.keys.indexOf(key) ?? 0 }
    return describe(key, placeAt(active, over) ?? here)
  }

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const to = placeAt(active, over)
    if (to !== null && over?.id !== active.id) onMove(String(active.id), to)
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lastOver.current = active.id
      const { keys = [] } = listOf(active.id) ?? {}
      const n = String(keys.indexOf(String(active.id)) + 1)
      return t.pickedUp({ name: nameOf(String(active.id)), n, total: String(keys.length) })
    },
    onDragOver: ({ active, over }) => {
      if (over === null || over.id === lastOver.current) return undefined
      lastOver.current = over.id
      return describeEvent(active, over)
    },
    onDragEnd: ({ active, over }) => describeEvent(active, over),
    onDragCancel: ({ active }) => t.notMoved({ name: nameOf(String(active.id)) }),
  }
  const collisionDetection: CollisionDetection = (all) => {
    const accepted = all.droppableContainers.filter((one) => accepts(all.active, one))
    const own = listOf(all.active.id)
    // An entry leaves its list where the pointer is; inside its list, entries of different heights are sorted by their centres.
    const elsewhere = pointerWithin({ ...all, droppableContainers: accepted.filter(({ id }) => listOf(id) !== own) })
    return elsewhere.length > 0 ? elsewhere : closestCenter({ ...all, droppableContainers: accepted })
  }
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: (event, options) => {
        const { active, droppableContainers: all } = options.context
        if (active === null) return undefined
        const accepted = Object.assign(Object.create(all), {
          get: (id: string) => all.get(id),
          getEnabled: () => all.getEnabled().filter((one) => accepts(active, one)),
        })
        return sortableKeyboardCoordinates(event, {
          ...options,
          context: { ...options.context, droppableContainers: accepted },
        })
      },
    }),
  )
  const area: Area = {
    move: (key, to) => {
      onMove(key, to)
      setMoved(describe(key, to))
    },
  }
  return (
    <AreaContext value={area}>
      <DndContext
        sensors={sensors}
        collisionDetection={collisionDetection}
        measuring={measuring}
        onDragEnd={onDragEnd}
        accessibility={{ screenReaderInstructions: { draggable: t.moveHelp }, announcements }}
      >
        {children}
        <VisuallyHidden role="status">{moved}</VisuallyHidden>
      </DndContext>
    </AreaContext>
  )
}

/** A place where entries of other lists are dropped to become the last ones of these lists, each of its kind. */
export function DropTarget({ lists, id, className, children }: DropTargetProps) {
  const { setNodeRef, isOver } = useDroppable({ id, data: { lists } })
  return (
    <div ref={setNodeRef} className={className} data-over={isOver || undefined}>
      {children}
    </div>
  )
}

interface DropTargetProps {
  id: string
  lists: readonly string[]
  className?: string | undefined
  children: ReactNode
}
