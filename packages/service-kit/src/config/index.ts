export { commonSettings, mailSettings } from './common-settings.ts'
export { ConfigError, readSettings, type Settings, type SettingsSpec } from './read-settings.ts'
export { setting } from './setting.ts'
