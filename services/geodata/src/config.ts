import { commonSettings, type Settings, setting } from '@guidebook/service-kit'

/** What the environment says. */
export const spec = {
  ...commonSettings,
  /** How long changes of a guidebook are collected before they are made known. */
  GUIDEBOOK_CHANGE_DELAY: setting.duration({ default: '60s' }),
  /** Threads that work on long tracks. */
  TRACK_THREADS: setting.integer({ min: 1, max: 64, default: 2 }),
}

export interface GeodataConfig {
  settings: Settings<typeof spec>
}

export const configFrom = (settings: Settings<typeof spec>): GeodataConfig => ({ settings })
