import { days, type RetentionRule, retentionRule } from '@guidebook/service-kit'
import { tileDays } from '../basemap/tile-queries.ts'
import type { BuilderConfig } from '../config.ts'

/** Logos in use are fetched daily; one that was not fetched for this many days is unused. */
const logoDays = 60

/**
 * Finished builds, files that releases showed until a day ago, and logos and tiles that no build has used recently. The objects of deleted rows are
 * removed by the sweeper of objects. Artifacts: `sweepArtifacts`.
 */
export const builderRules = ({
  BUILD_RETENTION,
}: Pick<BuilderConfig['settings'], 'BUILD_RETENTION'>): RetentionRule[] => [
  retentionRule('builds', {
    time: 'settled_at',
    keepMs: BUILD_RETENTION,
    condition: `state not in ('queued', 'running')`,
  }),
  retentionRule('build_objects', { time: 'dropped_at', keepMs: days(1) }),
  retentionRule('logos', { time: 'asked_at', keepMs: days(logoDays) }),
  retentionRule('tiles', { time: 'fetched_at', keepMs: days(tileDays + 1) }),
]
