import { commonSettings, type Settings, setting } from '@guidebook/service-kit'

/** The settings of the environment. */
export const spec = {
  ...commonSettings,
  /** How long changes of a guidebook are collected before they are announced. */
  GUIDEBOOK_CHANGE_DELAY: setting.duration({ default: '60s' }),
  /** Worker threads for long tracks. */
  TRACK_THREADS: setting.integer({ min: 1, max: 64, default: 2 }),
}

export type GeodataSettings = Settings<typeof spec>
