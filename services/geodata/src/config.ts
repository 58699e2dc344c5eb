import { commonSettings, type Settings, setting } from '@guidebook/service-kit'

/** The settings of the environment. */
export const spec = {
  ...commonSettings,
  GUIDEBOOK_CHANGE_DELAY: setting.duration({
    description: 'How long changes of a guidebook are collected before they are announced.',
    default: '10s',
  }),
  TRACK_THREADS: setting.integer({ description: 'Worker threads for long tracks.', min: 1, max: 64, default: 2 }),
}

export type GeodataSettings = Settings<typeof spec>
