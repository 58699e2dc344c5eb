/** A map of lines and places without tiles: the portal loads nothing from other hosts. */
import type { CameraOptions, Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLanguage } from '../i18n/texts.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import classes from './map-view.module.css'
import { useMapSlot } from './use-map-slot.ts'
import { boundsOf, type Position, unroll } from './way.ts'

export interface Place {
  position: Position
  name: string
  /** Shown on a square sign; absent: a pin. */
  icon?: IconName
  /** Content of the popup; absent: the name. */
  details?: ReactNode
}

interface Props {
  label: string
  lines?: readonly (readonly Position[])[]
  places?: readonly Place[]
  /** Called with the position of a click. */
  onChoose?: (position: Position) => void
}

const noLines: readonly (readonly Position[])[] = []
const noPlaces: readonly Place[] = []

/** What a map showed when it was removed. */
interface LastView extends Required<Pick<Props, 'lines' | 'places'>> {
  camera: CameraOptions
}

/** Content that React renders into an element of the map. */
interface Part {
  key: string
  element: HTMLElement
  content: ReactNode
}

const ground: StyleSpecification = {
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#eef0ea' } }],
}

export function MapView({ label, lines = noLines, places = noPlaces, onChoose }: Props) {
  const { t } = useLanguage()
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef({ label, onChoose })
  const hasSlot = useMapSlot(container)
  const lastView = useRef<LastView>(null)
  const [failed, setFailed] = useState(false)
  const [isLost, setLost] = useState(false)
  const [parts, setParts] = useState<readonly Part[]>([])
  useEffect(() => {
    latest.current = { label, onChoose }
  }, [label, onChoose])
  useEffect(() => {
    const element = container.current
    if (element === null || !hasSlot) return
    let map: MapLibre | undefined
    let isOpen = true
    const show = async () => {
      const maplibre = await loadMapLibre()
      if (!isOpen) return
      const drawn = lines.filter(({ length }) => length > 0)
      const unrolled = unroll([...drawn, ...places.map(({ position }) => [position])])
      const bounds = boundsOf(unrolled.flat())
      const last = lastView.current
      map = new maplibre.Map({
        container: element,
        style: ground,
        attributionControl: false,
        locale: {
          'Map.Title': latest.current.label,
          'NavigationControl.ZoomIn': t.zoomIn,
          'NavigationControl.ZoomOut': t.zoomOut,
          'Popup.Close': t.close,
        },
        ...(last?.lines === lines && last.places === places
          ? last.camera
          : bounds !== null && { bounds, fitBoundsOptions: { padding: 40, maxZoom: 14 } }),
      })
      // The browser takes the context from a map, and may give it back.
      map.on('webglcontextlost', () => setLost(true))
      map.on('webglcontextrestored', () => setLost(false))
      map.addControl(new maplibre.NavigationControl({ showCompass: false }))
      map.addControl(new maplibre.ScaleControl(), 'bottom-left')
      map.on('click', ({ lngLat }) => {
        const { lng, lat } = lngLat.wrap()
        latest.current.onChoose?.([lng, lat])
      })
      const shown = map
      setParts(
        places.flatMap((place, index) => {
          const [position = place.position] = unrolled[drawn.length + index] ?? []
          return addPlace(maplibre, shown, { ...place, position }, index)
        }),
      )
      await map.once('load')
      if (drawn.length > 0) drawLines(map, unrolled.slice(0, drawn.length))
    }
    show().catch((error: unknown) => {
      console.warn('the map cannot be shown', error)
      if (isOpen) setFailed(true)
    })
    return () => {
      isOpen = false
      setLost(false)
      if (map === undefined) return
      const camera = { center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch() }
      lastView.current = { lines, places, camera }
      map.remove()
    }
  }, [hasSlot, lines, places, t])
  if (failed) return <p>{t.noMap}</p>
  return (
    <>
      {isLost && <p>{t.noMap}</p>}
      <div ref={container} className={classes.map} role="application" aria-label={label} />
      {parts.map(({ key, element, content }) => createPortal(content, element, key))}
    </>
  )
}

async function loadMapLibre() {
  const [maplibre, { default: workerUrl }] = await Promise.all([
    import('maplibre-gl'),
    import('maplibre-gl/dist/maplibre-gl-worker.mjs?url'),
    import('maplibre-gl/dist/maplibre-gl.css'),
  ])
  maplibre.setWorkerUrl(new URL(workerUrl, location.href).href)
  return maplibre
}

/** Adds a marker. Returns the contents that React renders into it and its popup. */
function addPlace(
  maplibre: Awaited<ReturnType<typeof loadMapLibre>>,
  map: MapLibre,
  { position, name, icon, details }: Place,
  index: number,
): Part[] {
  const parts: Part[] = []
  const render = (key: string, content: ReactNode): HTMLElement => {
    const element = document.createElement('div')
    parts.push({ key: `${key} ${index}`, element, content })
    return element
  }
  const sign = icon && render('sign', <Sign icon={icon} />)
  const marker = new maplibre.Marker(sign === undefined ? { color: '#0b6e5b' } : { element: sign })
  const popup = new maplibre.Popup({
    focusAfterOpen: details !== undefined,
    ...(sign !== undefined && { offset: 16 }),
  })
  if (details === undefined) popup.setText(name)
  else popup.setDOMContent(render('details', details))
  // A marker that is added afterwards no longer opens its popup with the keyboard.
  const element = marker
    .setLngLat([...position])
    .addTo(map)
    .setPopup(popup)
    .getElement()
  element.setAttribute('role', 'button')
  element.setAttribute('aria-label', name)
  // The closed popup may have had the focus.
  popup.on('close', () => document.activeElement === document.body && element.focus({ preventScroll: true }))
  return parts
}

const Sign = ({ icon }: { icon: IconName }) => (
  <div className={classes.sign}>
    <Icon name={icon} />
  </div>
)

function drawLines(map: MapLibre, lines: readonly (readonly Position[])[]): void {
  const coordinates = lines.map((line) => line.map(([lon, lat]) => [lon, lat]))
  map.addSource('lines', {
    type: 'geojson',
    data: { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } },
  })
  const layout = { 'line-cap': 'round', 'line-join': 'round' } as const
  map.addLayer({
    id: 'casing',
    type: 'line',
    source: 'lines',
    layout,
    paint: { 'line-color': '#fff', 'line-width': 7 },
  })
  map.addLayer({
    id: 'lines',
    type: 'line',
    source: 'lines',
    layout,
    paint: { 'line-color': '#0b6e5b', 'line-width': 4 },
  })
}
