import { NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { Faults } from '../api/faults.ts'
import { useTexts } from '../i18n/texts.tsx'
import { MapView } from '../map/map-view.tsx'
import type { Position } from '../map/way.ts'

/** The position of a place while it is edited: texts if they are no numbers yet. */
export interface PositionDraft {
  lat: number | string
  lng: number | string
}

/** Decimals of degrees: 10 cm. */
const decimals = 6
export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(decimals))

interface Props {
  place: PositionDraft
  onChange: (place: PositionDraft) => void
  faults: Faults
}

/** Latitude and longitude, which a click on the map sets, too. */
export function PositionFields({ place: { lat, lng }, onChange, faults }: Props) {
  const t = useTexts()
  const place = { lat, lng }
  const number = (name: 'lat' | 'lng') => ({
    value: place[name],
    error: faults.at(`/${name}`),
    decimalScale: decimals,
    hideControls: true,
    // A wrong value stays, and the service says what is wrong with it.
    clampBehavior: 'none' as const,
    onChange: (value: string | number) => onChange({ ...place, [name]: value }),
  })
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput label={t.latitude} required min={-90} max={90} {...number('lat')} />
        <NumberInput label={t.longitude} required min={-180} max={180} {...number('lng')} />
      </SimpleGrid>
      <PlaceMap
        place={place}
        onChoose={([chosenLng, chosenLat]) => onChange({ lat: roundDegrees(chosenLat), lng: roundDegrees(chosenLng) })}
      />
    </Stack>
  )
}

function PlaceMap({ place: { lat, lng }, onChoose }: { place: PositionDraft; onChoose: (position: Position) => void }) {
  const t = useTexts()
  const places = useMemo(() => {
    const isSet = typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    return isSet ? [{ position: [lng, lat] as const, name: t.position }] : []
  }, [lat, lng, t])
  // A map without tiles and without a place shows nothing.
  return places.length === 0 ? null : <MapView label={t.position} places={places} onChoose={onChoose} />
}
