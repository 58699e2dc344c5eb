import type { Guidebook, Item } from '@guidebook/client'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { nameOf } from '../i18n/names.ts'
import { useLanguage } from '../i18n/texts.tsx'
import { MapView } from '../map/map-view.tsx'
import type { Position } from '../map/way.ts'
import { Icon } from '../ui/icon.tsx'
import { Loaded } from '../ui/states.tsx'

/** Each entry is one request with all its points. */
const mostEntries = 30

/** The routes and places of a stage on a map, once it is asked for. */
export function StageMap({ stage, name }: { stage: Guidebook['stages'][number]; name: string }) {
  const { t } = useLanguage()
  const { account, client } = useAccount()
  const [isShown, setIsShown] = useState(false)
  const links = [...stage.routes, ...stage.pois].map(({ link }) => link)
  const shown = [...new Set(links)].slice(0, mostEntries)
  const query = useQuery({
    queryKey: [account.id, 'items', 'on-map', shown],
    queryFn: () => Promise.all(shown.map((link) => client.content.items.read({ geodata_id: link }))),
    enabled: isShown,
  })
  if (links.length === 0) return null
  if (!isShown)
    return (
      <div className="no-print">
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="content" size={16} />}
          onClick={() => setIsShown(true)}
        >
          {t.showOnMap}
        </Button>
      </div>
    )
  return (
    <Stack gap="xs">
      <Loaded query={query}>{(items) => <ItemsMap items={items} name={name} />}</Loaded>
      {shown.length < new Set(links).size && (
        <Text size="sm" c="dimmed">
          {t.mapOfFirst({ n: String(mostEntries) })}
        </Text>
      )}
    </Stack>
  )
}

function ItemsMap({ items, name }: { items: readonly Item[]; name: string }) {
  const { t, language } = useLanguage()
  const lines = useMemo(
    () =>
      items.flatMap((item): Position[][] =>
        item.kind === 'route' ? [(item.waypoints ?? []).map(({ lon, lat }) => [lon, lat] as const)] : [],
      ),
    [items],
  )
  const places = useMemo(
    () =>
      items.flatMap((item) =>
        item.kind === 'poi'
          ? [{ position: [item.lng, item.lat] as const, name: nameOf(item.names, language, item.customId) }]
          : [],
      ),
    [items, language],
  )
  return <MapView label={t.mapOf({ name })} lines={lines} places={places} />
}
