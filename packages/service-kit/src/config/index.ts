export { commonSettings } from './common-settings.ts'
export { parseDuration } from './duration.ts'
export { ConfigError, readSettings, type Settings, type SettingsSpec } from './read-settings.ts'
export { type Setting, setting } from './setting.ts'
