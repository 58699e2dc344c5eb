import { ConfigError, commonSettings, mailSettings, type Settings, setting } from '@guidebook/service-kit'

/** The settings of the environment. */
export const spec = {
  ...commonSettings,
  ...mailSettings,
  MAP_STYLE_URL: setting.url({
    description: 'MapLibre style of interactive maps; without it, they show the map that was stored with the trip.',
    optional: true,
  }),
  MAP_ORIGINS: setting.text({
    description: 'Further origins from which the style loads tiles, symbols and fonts, separated by spaces.',
    default: '',
  }),
  AUDIT_RETENTION: setting.retention({
    description:
      "How long entries of a release's log are kept, and at least as long after the last day of the release.",
    default: '730d',
  }),
  COMMAND_RETENTION: setting.retention({
    description: 'How long the outcome of an imported row is remembered, so that a repeat has no second effect.',
    default: '90d',
  }),
  DOCUMENT_RETENTION: setting.retention({
    description: 'How long the documents of travellers are kept after the last day of the release.',
    default: '30d',
  }),
  USAGE_RETENTION: setting.retention({
    description:
      'How long the daily counts of views and downloads, and those of a release after its last use, are kept.',
    default: '0',
  }),
}

export type ReleasesSettings = Settings<typeof spec>

/** The basemap of interactive maps. */
export interface MapSource {
  /** Address of a MapLibre style; null: a plain basemap. */
  style: string | null
  /** All origins of the style and of what it names. */
  origins: readonly string[]
}

export function mapSourceOf(settings: Pick<ReleasesSettings, 'MAP_STYLE_URL' | 'MAP_ORIGINS'>): MapSource {
  const { MAP_STYLE_URL: style = null, MAP_ORIGINS } = settings
  const named = MAP_ORIGINS.split(/\s+/).filter((origin) => origin !== '')
  // They become part of a header: only scheme, host and port.
  const wrong = named.filter((origin) => !/^https?:\/\/[\w.-]+(:\d+)?$/.test(origin))
  if (wrong.length > 0) {
    throw new ConfigError([`MAP_ORIGINS must hold origins such as https://tiles.example: ${wrong.join(', ')}`])
  }
  const origins = new Set([...(style === null ? [] : [new URL(style).origin]), ...named])
  return { style, origins: [...origins] }
}
