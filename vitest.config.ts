import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Scripts of packages run vitest from their own folder, so nothing here depends on the current one. */
const workspace = import.meta.dirname

/** The systems of these tests take processor time as long as they run, so they start last, the longest first. */
const last = ['acceptance/test/built-form', 'acceptance/test/main-job', 'acceptance/', 'observability/test/scrape']

/** These mostly wait for servers and processes, so they run beside others that do not. */
const waiting = [
  'builder/test/hostile-builds',
  'builder/test/killed',
  'builder/test/queue',
  'importer/test/mailbox-',
  'importer/test/runs-crash',
  'local/test/system',
  'service-kit/test/outbox',
  'webhooks/test/hostile-receivers',
  'webhooks/test/pace',
]

const indexIn = (paths: string[], { moduleId }: TestSpecification) =>
  paths.findIndex((path) => moduleId.includes(`/${path}`))

class Balanced extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const {
      first = [],
      waits = [],
      end = [],
    } = Object.groupBy(
      specifications.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId)),
      (one) => (indexIn(last, one) !== -1 ? 'end' : indexIn(waiting, one) !== -1 ? 'waits' : 'first'),
    )
    const step = Math.ceil(first.length / (waits.length + 1))
    const spread = first.flatMap((one, index) => (index % step === 0 ? [one, ...waits.splice(0, 1)] : [one]))
    return [...spread, ...waits, ...end.toSorted((one, other) => indexIn(last, one) - indexIn(last, other))]
  }
}

/** One project for all packages, so that a worker takes files of any of them. */
const tests = {
  extends: true as const,
  test: {
    name: 'tests',
    include: ['src', 'test'].map((folder) => `{packages,services,infra}/*/${folder}/**/*.test.ts`),
    setupFiles: [join(workspace, 'infra/local/src/tests/property-seed.setup.ts')],
  },
}

/** Measures waiting times, so it runs last and alone. */
const noisyNeighbour = {
  extends: true as const,
  root: join(workspace, 'packages/acceptance'),
  test: {
    name: 'noisy-neighbour',
    include: ['noisy-neighbour/*.test.ts'],
    sequence: { groupOrder: 1 },
  },
}

export default defineConfig({
  root: workspace,
  test: {
    projects: [tests, noisyNeighbour],
    globalSetup: [join(workspace, 'packages/acceptance/test/shared-systems.setup.ts')],
    pool: 'forks',
    // Node imports the files itself, as in production: faster than vite's module runner, but without `vi.mock`.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Test files that run one after the other in a worker share the modules that they import.
    isolate: false,
    // One for each processor: whole systems and their builds run at the same time.
    maxWorkers: 2,
    sequence: { sequencer: Balanced },
    // Far above what a test takes: a limit finds what hangs, not a busy machine.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000 } },
    // At its end, a worker stops the services that its test files shared.
    teardownTimeout: 60_000,
  },
})
