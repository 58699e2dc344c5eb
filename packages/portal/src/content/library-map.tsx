import type { Item } from '@guidebook/client'
import { Button, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { nameOf } from '../i18n/names.ts'
import { useLanguage } from '../i18n/texts.tsx'
import { MapView } from '../map/map-view.tsx'
import { Icon } from '../ui/icon.tsx'
import { Loaded } from '../ui/states.tsx'

/** One page of the API: a library may have 20,000 places. */
const most = 200

interface Props {
  library: string
  name: string
  /** The search of the list. */
  q: string | undefined
}

/** The places of a library that the search finds, on a map once it is asked for. The list has the same places as text. */
export function LibraryMap({ library, name, q }: Props) {
  const { t } = useLanguage()
  const { account, client } = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  const map = useId()
  const search = q === undefined ? {} : { q }
  const query = useQuery({
    queryKey: [account.id, 'items', library, 'on-map', q],
    queryFn: () =>
      client.content.items.list({ account: account.id, library, kind: 'poi', limit: most, ...search }).page(),
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
        leftSection={<Icon name="poi" size={16} />}
        rightSection={<Icon name={isOpen ? 'up' : 'down'} size={16} />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t.placesOnMap}
      </Button>
      {isOpen && (
        <Stack id={map} gap="xs" w="100%">
          <Loaded query={query}>
            {({ items, nextCursor }) =>
              items.length === 0 ? (
                <Text size="sm">{t.noMatch}</Text>
              ) : (
                <>
                  <Places items={items} name={name} />
                  {nextCursor !== null && (
                    <Text size="sm" c="dimmed">
                      {t.mapOfFirstPlaces({ n: String(items.length) })}
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

function Places({ items, name }: { items: readonly Item[]; name: string }) {
  const { t, language } = useLanguage()
  const places = useMemo(
    () =>
      items.flatMap((item) =>
        item.kind === 'poi'
          ? [{ position: [item.lng, item.lat] as const, name: nameOf(item.names, language, item.customId) }]
          : [],
      ),
    [items, language],
  )
  return <MapView label={t.mapOf({ name })} places={places} />
}
