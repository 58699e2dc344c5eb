import type { Item } from '@guidebook/client'
import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { nameOf } from '../i18n/names.ts'
import { useLanguage, useTexts } from '../i18n/texts.tsx'
import { MapView, type Place } from '../map/map-view.tsx'
import { middleOf, type Position } from '../map/way.ts'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/links.tsx'
import { Loaded } from '../ui/states.tsx'
import type { ItemFilter } from './filter.ts'
import { itemKindText, kindIcon } from './kinds.ts'

/** One page of the API for each kind: a library may have 20,000 places. */
const most = 200

/** Texts have no position. */
const kindsOnMap = ['route', 'poi'] as const

interface Props {
  library: string
  name: string
  /** The filter of the list. */
  filter: ItemFilter
}

/** The routes and places that the list of a library finds, on a map once it is asked for. The list has the same items as text. */
export function LibraryMap({ library, name, filter }: Props) {
  const { t } = useLanguage()
  const { account, client } = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  const map = useId()
  const kinds = kindsOnMap.filter((kind) => (filter.kind ?? kind) === kind)
  const query = useQuery({
    queryKey: [account.id, 'items', library, 'on-map', filter],
    queryFn: async () => {
      const pages = await Promise.all(
        kinds.map((kind) =>
          client.content.items.list({ account: account.id, library, ...filter, kind, limit: most }).page(),
        ),
      )
      return {
        items: pages.flatMap(({ items }) => items.filter((item) => positionOf(item) !== null)),
        hasMore: pages.some(({ nextCursor }) => nextCursor !== null),
      }
    },
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="xs" className="no-print" align="flex-start">
      <Button
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        aria-controls={isOpen ? map : undefined}
        leftSection={<Icon name="content" size={16} />}
        rightSection={<Icon name={isOpen ? 'up' : 'down'} size={16} />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t.showOnMap}
      </Button>
      {isOpen && (
        <Stack id={map} gap="xs" w="100%">
          <Loaded query={query}>
            {({ items, hasMore }) =>
              items.length === 0 ? (
                <Text size="sm">{t.nothingOnMap}</Text>
              ) : (
                <>
                  <ItemsMap items={items} name={name} />
                  <Legend items={items} />
                  {hasMore && (
                    <Text size="sm" c="dimmed">
                      {t.mapOfSome({ n: String(items.length) })}
                    </Text>
                  )}
                </>
              )
            }
          </Loaded>
        </Stack>
      )}
    </Stack>
  )
}

function ItemsMap({ items, name }: { items: readonly Item[]; name: string }) {
  const { t, language } = useLanguage()
  const { account } = useAccount()
  const places = useMemo(
    () =>
      items.flatMap((item): Place[] => {
        const position = positionOf(item)
        if (position === null) return []
        const itemName = nameOf(item.names, language, item.customId)
        const kind = itemKindText(item.kind, t)
        const params = { oid: account.oid, item: item.id }
        const details = (
          <>
            <TextLink to="/o/$oid/content/items/$item" params={params} size="sm" dir="auto">
              {itemName}
            </TextLink>
            <div>{kind}</div>
          </>
        )
        const icon = item.kind === 'route' && { icon: kindIcon.route }
        return [{ position, name: `${itemName} (${kind})`, details, ...icon }]
      }),
    [items, language, t, account.oid],
  )
  return <MapView label={t.mapOf({ name })} places={places} />
}

/** A list has no points of routes, but the box around them. */
function positionOf(item: Item): Position | null {
  if (item.kind === 'poi') return [item.lng, item.lat]
  return item.kind === 'route' && item.bounds !== null ? middleOf(item.bounds) : null
}

function Legend({ items }: { items: readonly Item[] }) {
  const t = useTexts()
  const texts = { route: t.middleOfRoute, poi: t.place }
  return (
    <Group gap="md">
      {kindsOnMap
        .filter((kind) => items.some((item) => item.kind === kind))
        .map((kind) => (
          <Group key={kind} gap={6} wrap="nowrap">
            <Icon name={kindIcon[kind]} size={16} />
            <Text size="sm">{texts[kind]}</Text>
          </Group>
        ))}
    </Group>
  )
}
