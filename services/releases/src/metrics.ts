import { meter } from '@guidebook/service-kit'
import type { Release } from './release/release.ts'

export type ReleaseMetrics = ReturnType<typeof releaseMetrics>

const kinds: readonly Release['kind'][] = ['plain', 'customized', 'on-demand']

/** Measures the main job: how many releases are created, and how long it takes until their links show the documents. */
export function releaseMetrics() {
  const instruments = meter('releases')
  const created = instruments.createCounter('releases_created', { description: 'Created releases, by kind.' })
  for (const kind of kinds) created.add(0, { kind })
  const readable = instruments.createHistogram('release_readable_latency', {
    description: 'From the request for a build until the link of the release shows its documents, by kind.',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600] },
  })
  return {
    created: ({ kind }: Pick<Release, 'kind'>) => created.add(1, { kind }),
    readable: ({ kind, build_requested_at }: Release, now: Date) =>
      readable.record(Math.max(0, now.getTime() - build_requested_at.getTime()) / 1_000, { kind }),
  }
}
