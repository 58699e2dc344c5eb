export { commonSettings } from './common-settings.ts'
export { ConfigError, readSettings, type Settings } from './read-settings.ts'
export { setting } from './setting.ts'
