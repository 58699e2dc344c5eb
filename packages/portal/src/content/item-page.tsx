import type { Item, Poi, Route } from '@guidebook/client'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../api/account.tsx'
import { nameOf } from '../i18n/names.ts'
import { useFormats, useLanguage, useTexts } from '../i18n/texts.tsx'
import { MapView } from '../map/map-view.tsx'
import { ProfileView } from '../map/profile-view.tsx'
import type { Position } from '../map/way.ts'
import { notify, SaveButton } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { TextLink } from '../ui/links.tsx'
import { LoadedPage, Page } from '../ui/page.tsx'
import { itemKey, readItem, type StoredItem } from './change-item.ts'
import { EditPlace } from './edit-place.tsx'
import { EditRouteIcon } from './edit-route-icon.tsx'
import { EditTexts } from './edit-texts.tsx'
import { itemKindText } from './kinds.ts'
import { PictureCard } from './picture-card.tsx'
import { placeIconText } from './place-icons.ts'
import { RouteFigures } from './route-figures.tsx'
import { routeIconText } from './route-icons.ts'
import { Translations } from './translations.tsx'
import { UsedInCard } from './used-in-card.tsx'

const route = getRouteApi('/o/$oid/content/items/$item')

export function ItemPage() {
  const { item } = route.useParams()
  const { account, client } = useAccount()
  const query = useQuery({
    queryKey: itemKey(account.id, item),
    queryFn: () => readItem(client, item),
  })
  return <LoadedPage query={query}>{(stored) => <Detail key={stored.item.id} stored={stored} />}</LoadedPage>
}

function Detail({ stored }: { stored: StoredItem }) {
  const { t, language } = useLanguage()
  const formats = useFormats()
  const { account, client, may } = useAccount()
  const { item } = stored
  const library = item.library?.customId
  const name = nameOf(item.names, language, item.customId)
  return (
    <Page
      title={name}
      lead={itemKindText(item.kind, t)}
      back={
        library === undefined ? (
          <TextLink to="/o/$oid/content" params={{ oid: account.oid }} size="sm">
            ← {t.content}
          </TextLink>
        ) : (
          <TextLink to="/o/$oid/content/libraries/$library" params={{ oid: account.oid, library }} size="sm">
            ← {library}
          </TextLink>
        )
      }
      actions={
        <>
          {item.kind !== 'text' && (
            <SaveButton
              label="GPX"
              name={`${item.customId ?? item.id}.gpx`}
              fetchFile={() => client.content.items.downloadGpx({ geodata_id: item.id })}
            />
          )}
          {may('editor') && <EditTexts stored={stored} />}
          {may('editor') && <DeleteButton item={item} name={name} />}
        </>
      }
    >
      {item.kind === 'route' && <RouteMap route={item} name={name} />}
      {item.kind === 'poi' && <PoiMap poi={item} name={name} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Translations names={item.names} descriptions={item.descriptions} />
        </Stack>
        <Stack gap="lg">
          {item.kind === 'route' && <RouteFigures route={item} />}
          {item.kind === 'poi' && <PoiDetails stored={stored} poi={item} />}
          <PictureCard stored={stored} name={name} />
          <UsedInCard item={item.id} />
          <Card
            title={t.about}
            actions={item.kind === 'route' && may('editor') && <EditRouteIcon stored={stored} route={item} />}
          >
            <Facts
              facts={[
                ...(item.kind !== 'route'
                  ? []
                  : ([[t.icon, item.icon === null ? '–' : routeIconText(item.icon.name, t)]] as const)),
                [t.customId, item.customId ?? '–'],
                [t.internalId, <code key="id">{item.id}</code>],
                [t.library, library ?? '–'],
                [t.created, formats.instant(item.createdAt)],
                [t.changed, formats.instant(item.updatedAt)],
              ]}
            />
          </Card>
        </Stack>
      </SimpleGrid>
    </Page>
  )
}

function RouteMap({ route: { waypoints = [] }, name }: { route: Route; name: string }) {
  const t = useTexts()
  const lines = useMemo((): Position[][] => [waypoints.map(({ lon, lat }) => [lon, lat] as const)], [waypoints])
  return (
    <Card title={t.mapAndProfile}>
      <Stack>
        <MapView label={t.mapOf({ name })} lines={lines} />
        <ProfileView points={waypoints} />
      </Stack>
    </Card>
  )
}

function PoiMap({ poi: { lat, lng }, name }: { poi: Poi; name: string }) {
  const t = useTexts()
  const places = useMemo(() => [{ position: [lng, lat] as const, name }], [lat, lng, name])
  return <MapView label={t.mapOf({ name })} places={places} />
}

function PoiDetails({ stored, poi }: { stored: StoredItem; poi: Poi }) {
  const { t, language } = useLanguage()
  const { may } = useAccount()
  const attributes = Object.entries(poi.attributes)
  return (
    <Card title={t.place} actions={may('editor') && <EditPlace stored={stored} poi={poi} />}>
      <Facts
        facts={[
          [t.coordinates, `${poi.lat}, ${poi.lng}`],
          [t.icon, placeIconText(poi.icon, t)],
          ...(poi.category === null ? [] : ([[t.category, nameOf(poi.category.names, language)]] as const)),
          ...(poi.tags.length === 0
            ? []
            : ([[t.tags, poi.tags.map(({ names }) => nameOf(names, language)).join(', ')]] as const)),
          ...attributes.map(([key, value]) => [key, value] as const),
        ]}
      />
    </Card>
  )
}

function DeleteButton({ item, name }: { item: Item; name: string }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    await client.content.items.delete({ geodata_id: item.id })
    notify(t.removed)
    const library = item.library?.customId
    if (library === undefined) await navigate({ to: '/o/$oid/content', params: { oid: account.oid } })
    else await navigate({ to: '/o/$oid/content/libraries/$library', params: { oid: account.oid, library } })
    queries.removeQueries({ queryKey: itemKey(account.id, item.id) })
    void queries.invalidateQueries({ queryKey: [account.id, 'items'] })
  }
  return (
    <ConfirmButton label={t.remove} icon="trash" title={t.removeItemTitle} confirmLabel={t.remove} act={remove}>
      <Text size="sm">{t.removeItemText({ name })}</Text>
    </ConfirmButton>
  )
}
