import { meter } from './metrics.ts'

/** Replaced when a service is bundled (`infra/build`); neither exists when it runs from its sources. */
declare const GUIDEBOOK_VERSION: string | undefined
declare const GUIDEBOOK_REVISION: string | undefined

/** What this process was built from. */
export const buildInfo = {
  version: typeof GUIDEBOOK_VERSION === 'undefined' ? 'source' : GUIDEBOOK_VERSION,
  /** The commit. */
  revision: typeof GUIDEBOOK_REVISION === 'undefined' ? 'unknown' : GUIDEBOOK_REVISION,
}

export function observeBuild(service: string): void {
  meter('@guidebook/service-kit')
    .createObservableGauge('guidebook_build_info', {
      description: 'Version and commit of the running service; always 1.',
    })
    .addCallback((result) => result.observe(1, { service, ...buildInfo }))
}
