import { ConfigError, commonSettings, type Settings, setting } from '@guidebook/service-kit'
import type { MapSource } from './trip-link/map-source.ts'

/** What the environment says. */
export const spec = {
  ...commonSettings,
  SMTP_URL: setting.url({ protocols: ['smtp:', 'smtps:'] }),
  MAIL_FROM: setting.text({ default: 'Guidebook service <no-reply@localhost>' }),
  /** Style (MapLibre) of the maps that travellers open; plain ground without it. */
  MAP_STYLE_URL: setting.url({ optional: true }),
  /** Origins, beside that of the style, that it loads tiles, signs and letters from; parted by spaces. */
  MAP_ORIGINS: setting.text({ default: '' }),
}

export interface ReleasesConfig {
  settings: Settings<typeof spec>
  map: MapSource
}

export function configFrom(settings: Settings<typeof spec>): ReleasesConfig {
  const { MAP_STYLE_URL: style = null, MAP_ORIGINS } = settings
  const named = MAP_ORIGINS.split(/\s+/).filter((origin) => origin !== '')
  // They become part of a header: nothing but scheme, host and port.
  const wrong = named.filter((origin) => !/^https?:\/\/[\w.-]+(:\d+)?$/.test(origin))
  if (wrong.length > 0) {
    throw new ConfigError([`MAP_ORIGINS must hold origins such as https://tiles.example: ${wrong.join(', ')}`])
  }
  const origins = new Set([...(style === null ? [] : [new URL(style).origin]), ...named])
  return { settings, map: { style, origins: [...origins] } }
}
