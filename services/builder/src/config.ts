import { availableParallelism } from 'node:os'
import { ConfigError, commonSettings, type Settings, setting } from '@guidebook/service-kit'
import { parseNetworks, parsePorts } from '@guidebook/service-kit/outbound'
import { basemapProviders, basemapSettings } from './basemap/basemap-settings.ts'
import { providerOf, translationSettings } from './translation/http-translator.ts'
import { budgetShare } from './translation/translate-texts.ts'

const mebibyte = 1024 * 1024

const ownSettings = {
  LOGO_TIMEOUT: setting.duration({
    description: "Time limit of fetching a brand's logo, from connecting to the last byte.",
    default: '5s',
  }),
  LOGO_ALLOWED_NETWORKS: setting.parsed('networks', parseNetworks, {
    description: 'Networks besides public ones that logos may come from, such as `10.0.0.0/8`.',
    default: [],
  }),
  LOGO_ALLOWED_PORTS: setting.parsed('ports', parsePorts, {
    description: 'Ports besides 443 that logos may come from.',
    default: [],
  }),
  LOGO_CA_FILE: setting.authorities({
    description: 'Certificate authorities of logos, trusted besides the public ones.',
    optional: true,
  }),
  BUILD_PARALLELISM: setting.integer({
    description: 'Builds at the same time in this process.',
    min: 1,
    max: 64,
    default: 2,
  }),
  BUILD_RESERVED: setting.integer({
    description: 'Additional builds, only of accounts without a running build in any process.',
    min: 1,
    max: 64,
    default: 2,
  }),
  BUILD_ATTEMPTS: setting.integer({
    description: 'Most attempts of a build that fails with an unexpected error.',
    min: 1,
    max: 20,
    default: 3,
  }),
  BUILD_LOSSES: setting.integer({
    description: 'How often a build may lose its process.',
    min: 1,
    max: 100,
    default: 3,
  }),
  BUILD_TIMEOUT: setting.duration({
    description: 'Time limit of one attempt, including waiting; a build gets two such attempts.',
    default: '5m',
  }),
  BUILD_LEASE: setting.duration({
    description: 'How long a build stays claimed without a heartbeat; at least twice the heartbeat.',
    default: '15s',
  }),
  BUILD_HEARTBEAT: setting.duration({
    description: 'Interval of renewing leases and of reclaiming expired ones.',
    default: '5s',
  }),
  BUILD_POLL: setting.duration({
    description: 'Longest time between two polls for builds that no message announced to this process.',
    default: '1s',
  }),
  BUILD_RETENTION: setting.retention({
    description: 'How long the record of a finished build is kept.',
    default: '180d',
  }),
  RENDER_WORKERS: setting.integer({
    description: 'Most render workers; one more for an account that uses none.',
    min: 1,
    max: 64,
    default: Math.min(availableParallelism(), 4),
    describedDefault: 'cores, at most 4',
  }),
  RENDER_TIMEOUT: setting.duration({ description: 'Time limit of one render task, without waiting.', default: '1m' }),
  RENDER_BUDGET: setting.duration({
    description: 'Time limit of all render tasks of a build, without waiting.',
    default: '2m',
  }),
  RENDER_IDLE: setting.duration({
    description: 'Idle time after which a render worker ends, unless it is the last one.',
    default: '30s',
  }),
  RENDER_MEMORY_MIB: setting.integer({
    description: 'Resident memory (MiB) above which a render worker is replaced after its task.',
    min: 128,
    default: 320,
  }),
  IMAGE_PARALLELISM: setting.integer({
    description: 'Image workers, one more for an account that uses none; also the basemaps drawn at the same time.',
    min: 1,
    max: 64,
    // One more than cores: while one image is read or written, the others are resized.
    default: Math.min(availableParallelism(), 4) + 1,
    describedDefault: 'cores + 1, at most 5',
  }),
  IMAGE_MEMORY_MIB: setting.integer({
    description:
      'Memory (MiB) for decoding images, and limit of one image; as much again for accounts that decode none.',
    min: 64,
    max: 65_536,
    default: 320,
  }),
  IMAGE_TIMEOUT: setting.duration({
    description: 'Time limit of decoding one image; beyond it a placeholder is shown.',
    default: '20s',
  }),
  IMAGE_BUDGET: setting.duration({
    description: 'Time limit of decoding all images of a build, without waiting; further ones are placeholders.',
    default: '2m',
  }),
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
  const isTranslating = settings.TRANSLATION_PROVIDER !== undefined
  if (isTranslating && settings.TRANSLATION_TIMEOUT > settings.BUILD_TIMEOUT * budgetShare) {
    faults.push('TRANSLATION_TIMEOUT: must be at most a third of BUILD_TIMEOUT, or a slow provider makes builds fail')
  }
  if (faults.length > 0) throw new ConfigError(faults)
  /** Resident memory above which a worker is replaced, and memory for decoding images at the same time, bytes. */
  const renderMemory = settings.RENDER_MEMORY_MIB * mebibyte
  const imageMemory = settings.IMAGE_MEMORY_MIB * mebibyte
  return { settings, renderMemory, imageMemory, logoSources, basemaps, translation }
}
