import { availableParallelism } from 'node:os'
import { ConfigError, commonSettings, type Settings, setting } from '@guidebook/service-kit'
import { parseNetworks, parsePorts } from '@guidebook/service-kit/outbound'
import { basemapProviders, basemapSettings } from './basemap/basemap-settings.ts'
import { providerOf, translationSettings } from './translation/http-translator.ts'

const mebibyte = 1024 * 1024

const ownSettings = {
  /** Time limit for fetching a brand's logo, from connecting to the last byte. */
  LOGO_TIMEOUT: setting.duration({ default: '5s' }),
  /** Networks besides public ones, ports besides 443 and certificate authorities besides the system's that are allowed for logos. */
  LOGO_ALLOWED_NETWORKS: setting.parsed(parseNetworks, { default: [] }),
  LOGO_ALLOWED_PORTS: setting.parsed(parsePorts, { default: [] }),
  LOGO_CA_FILE: setting.authorities({ optional: true }),
  BUILD_PARALLELISM: setting.integer({ min: 1, max: 64, default: 2 }),
  BUILD_RESERVED: setting.integer({ min: 1, max: 64, default: 2 }),
  BUILD_ATTEMPTS: setting.integer({ min: 1, max: 20, default: 3 }),
  BUILD_LOSSES: setting.integer({ min: 1, max: 100, default: 3 }),
  BUILD_TIMEOUT: setting.duration({ default: '5m' }),
  BUILD_LEASE: setting.duration({ default: '15s' }),
  BUILD_HEARTBEAT: setting.duration({ default: '5s' }),
  BUILD_POLL: setting.duration({ default: '1s' }),
  /** How long the record of a finished build is kept; `0`: for ever. */
  BUILD_RETENTION: setting.retention({ default: '180d' }),
  RENDER_WORKERS: setting.integer({ min: 1, max: 64, default: Math.min(availableParallelism(), 4) }),
  RENDER_TIMEOUT: setting.duration({ default: '1m' }),
  RENDER_BUDGET: setting.duration({ default: '2m' }),
  RENDER_IDLE: setting.duration({ default: '30s' }),
  RENDER_MEMORY_MIB: setting.integer({ min: 128, default: 320 }),
  // One more than cores: while one image is read or written, the others are resized.
  IMAGE_PARALLELISM: setting.integer({ min: 1, max: 64, default: Math.min(availableParallelism(), 4) + 1 }),
  IMAGE_MEMORY_MIB: setting.integer({ min: 64, max: 65_536, default: 320 }),
  IMAGE_TIMEOUT: setting.duration({ default: '20s' }),
  IMAGE_BUDGET: setting.duration({ default: '2m' }),
}

/** All settings of the builder. */
export const spec = { ...commonSettings, ...ownSettings, ...basemapSettings, ...translationSettings }

export type BuilderConfig = ReturnType<typeof configFrom>

/** Validates the settings together. Throws `ConfigError` with all faults. */
export function configFrom(settings: Settings<typeof spec>) {
  const faults: string[] = []
  if (settings.BUILD_HEARTBEAT * 2 > settings.BUILD_LEASE) {
    faults.push('BUILD_LEASE: must be at least twice BUILD_HEARTBEAT, so that one lost heartbeat does not lose a build')
  }
  const logoSources = {
    admittedNetworks: settings.LOGO_ALLOWED_NETWORKS,
    admittedPorts: settings.LOGO_ALLOWED_PORTS,
    authorities: settings.LOGO_CA_FILE,
  }
  const basemaps = basemapProviders(settings, faults)
  const translation = providerOf(settings, faults)
  if (faults.length > 0) throw new ConfigError(faults)
  /** Resident memory above which a worker is replaced, and memory for decoding images at the same time, bytes. */
  const renderMemory = settings.RENDER_MEMORY_MIB * mebibyte
  const imageMemory = settings.IMAGE_MEMORY_MIB * mebibyte
  return { settings, renderMemory, imageMemory, logoSources, basemaps, translation }
}
