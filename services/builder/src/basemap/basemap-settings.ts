import { type Settings, setting } from '@guidebook/service-kit'
import { destinationFault, type OutboundPolicy, parseNetworks, parsePorts } from '@guidebook/service-kit/outbound'
import type { ArchivePlace } from './archive.ts'
import type { TileProvider } from './tile-source.ts'

/** Paths or `https:` URLs, separated by commas. */
const parseArchives = (text: string): ArchivePlace[] =>
  text
    .split(',')
    .map((place) => place.trim())
    .filter((place) => place !== '')
    .map((place) => (/^https?:/.test(place) ? { url: place } : { path: place }))

/** Settings of the basemaps of printed maps. */
export const basemapSettings = {
  MAP_TILE_URL: setting.text({
    description: 'URL of Web Mercator tiles with `{z}`, `{x}` and `{y}`; it may contain a key.',
    optional: true,
    secret: true,
  }),
  MAP_TILE_ATTRIBUTION: setting.text({
    description:
      'Text that the provider requires, printed under each map and in the imprint; required with `MAP_TILE_URL`.',
    optional: true,
  }),
  MAP_TILE_ZOOM: setting.integer({ description: 'Highest zoom of the provider.', min: 0, max: 24, default: 17 }),
  RELIEF_TILE_URL: setting.text({
    description: 'URL of elevation tiles (Terrarium, PNG) for the relief; also works without map tiles.',
    optional: true,
    secret: true,
  }),
  RELIEF_ATTRIBUTION: setting.text({
    description: 'Attribution of the elevation tiles; required with `RELIEF_TILE_URL`.',
    optional: true,
  }),
  RELIEF_TILE_ZOOM: setting.integer({
    description: 'Highest zoom of the provider; at 12 a pixel is 38 m wide at the equator.',
    min: 0,
    max: 24,
    default: 12,
  }),
  MAP_PMTILES: setting.parsed('paths or URLs', parseArchives, {
    description:
      'PMTiles archives in the schema of Protomaps’ basemap, separated by commas, the most detailed ones first ([maps](../maps.md)).',
    default: [],
    secret: true,
  }),
  TERRAIN_PMTILES: setting.parsed('path or URL', parseArchives, {
    description:
      'PMTiles archive of elevation tiles (Terrarium, PNG) for relief and contour lines, instead of `RELIEF_TILE_URL`.',
    default: [],
    secret: true,
  }),
  TERRAIN_ATTRIBUTION: setting.text({
    description: 'Attribution of the elevations; required with `TERRAIN_PMTILES`.',
    optional: true,
  }),
  TILE_TIMEOUT: setting.duration({
    description: 'Time limit for fetching all tiles of a book, and for reading remote archives in a build.',
    default: '15s',
  }),
  TILE_ALLOWED_NETWORKS: setting.parsed('networks', parseNetworks, {
    description: 'Networks besides public ones that tiles may come from, such as `10.0.0.0/8`.',
    default: [],
  }),
  TILE_ALLOWED_PORTS: setting.parsed('ports', parsePorts, {
    description: 'Ports besides 443 (80 without TLS) that tiles may come from.',
    default: [],
  }),
  TILE_CA_FILE: setting.authorities({
    description: 'Certificate authorities of tile servers, trusted besides the public ones.',
    optional: true,
  }),
}

export type BasemapProviders = ReturnType<typeof basemapProviders>

/** The configured sources. Adds inconsistent settings to `faults`. */
export function basemapProviders(settings: Settings<typeof basemapSettings>, faults: string[]) {
  const tileSources = {
    admittedNetworks: settings.TILE_ALLOWED_NETWORKS,
    admittedPorts: settings.TILE_ALLOWED_PORTS,
    authorities: settings.TILE_CA_FILE,
    admitsHttp: true,
  }
  const checkAttribution = (by: 'MAP_TILE_ATTRIBUTION' | 'RELIEF_ATTRIBUTION' | 'TERRAIN_ATTRIBUTION'): string => {
    const { [by]: attribution = '' } = settings
    if (attribution.trim() === '') faults.push(`${by} is missing: the attribution is printed with the tiles`)
    if (/[<>]/.test(attribution)) faults.push(`${by} must be text without HTML`)
    return attribution
  }
  const tiles = (
    url: 'MAP_TILE_URL' | 'RELIEF_TILE_URL',
    by: 'MAP_TILE_ATTRIBUTION' | 'RELIEF_ATTRIBUTION',
    maxZoom: number,
  ): TileProvider | null => {
    const { [url]: template } = settings
    if (template === undefined) {
      if (settings[by] !== undefined) faults.push(`${by} is set without ${url}: set both or neither`)
      return null
    }
    const attribution = checkAttribution(by)
    const fault = templateFault(template, tileSources)
    if (fault !== null) faults.push(`${url} ${fault}`)
    return { template, attribution, maxZoom }
  }
  for (const name of ['MAP_PMTILES', 'TERRAIN_PMTILES'] as const) {
    for (const place of settings[name]) {
      const fault = 'url' in place ? destinationFault(place.url, tileSources) : null
      if (fault !== null) faults.push(`${name} ${fault} (TILE_ALLOWED_NETWORKS and TILE_ALLOWED_PORTS allow others)`)
    }
  }
  const map = tiles('MAP_TILE_URL', 'MAP_TILE_ATTRIBUTION', settings.MAP_TILE_ZOOM)
  const relief = tiles('RELIEF_TILE_URL', 'RELIEF_ATTRIBUTION', settings.RELIEF_TILE_ZOOM)
  const [place, ...more] = settings.TERRAIN_PMTILES
  if (more.length > 0) faults.push('TERRAIN_PMTILES must be one archive')
  if (place && relief) faults.push('set only one of TERRAIN_PMTILES and RELIEF_TILE_URL')
  if (!place && settings.TERRAIN_ATTRIBUTION !== undefined)
    faults.push('TERRAIN_ATTRIBUTION is set without TERRAIN_PMTILES: set both or neither')
  const terrain = place ? { place, attribution: checkAttribution('TERRAIN_ATTRIBUTION') } : null
  return { map, relief, terrain, archives: settings.MAP_PMTILES, tileSources, timeoutMs: settings.TILE_TIMEOUT }
}

function templateFault(template: string, tileSources: OutboundPolicy): string | null {
  const placeholders = template.match(/\{.*?\}/g) ?? []
  if (placeholders.toSorted().join() !== '{x},{y},{z}') {
    return 'must contain {z}, {x} and {y}, each once, and no other placeholders'
  }
  const fault = destinationFault(template.replaceAll(/[{}]/g, ''), tileSources)
  return fault && `${fault} (TILE_ALLOWED_NETWORKS and TILE_ALLOWED_PORTS allow others)`
}
