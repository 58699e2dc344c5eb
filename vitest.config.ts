import { hash } from 'node:crypto'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Scripts of packages run vitest from their own folder, so nothing here depends on the current one. */
const workspace = import.meta.dirname

/** These mostly wait for servers and processes, so they run beside others that do not. */
const waiting = [
  'builder/test/hostile-builds',
  'builder/test/killed',
  'builder/test/queue',
  'gateway/test/rolling-restart',
  'importer/test/mailbox-',
  'importer/test/runs-crash',
  'local/test/system',
  'service-kit/test/outbox',
  'webhooks/test/hostile-receivers',
  'webhooks/test/pace',
]

/** These compute much and need no system: they run while the bundled system is lent. */
const besideFaults = [
  'services/builder/test/basemap/basemaps.test.ts',
  'services/releases/test/trip-page-browser.test.ts',
]

/**
 * In this order, before all other tests of whole systems. The first one lends a system that others share afterwards: meanwhile the other workers
 * run what does not need it. The longest ones are not left for the end, when other workers have no more work.
 */
const early = [
  'acceptance/test/built-form',
  'acceptance/test/main-job',
  'acceptance/test/standalone-bundles',
  'acceptance/test/documents',
  'acceptance/test/webhook-receivers',
  'observability/',
  ...besideFaults,
  'acceptance/test/portal.test',
  'acceptance/test/portal-content',
  'acceptance/test/support-',
]

/** Short tests, for the end, when some workers have no more work. */
const unit = '/src/'

const pathOf = ({ moduleId }: TestSpecification): string => `/${relative(workspace, moduleId)}`
const places = [...early, ...waiting, unit]
const placeOf = (one: TestSpecification): string => places.find((place) => pathOf(one).includes(place)) ?? 'other'

/** In any order, but always the same, in which long and short files are mixed: those of a folder are alike. */
const orderOf = (one: TestSpecification): string => hash('sha1', pathOf(one))

class Balanced extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const sorted = specifications.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)))
    const byPlace = Map.groupBy(sorted, placeOf)
    const at = (...some: string[]) => some.flatMap((place) => byPlace.get(place) ?? [])
    const others = at('other')
    const waits = at(...waiting)
    const step = Math.ceil(others.length / (waits.length + 1))
    const spread = others.flatMap((one, index) => (index % step === 0 ? [one, ...waits.splice(0, 1)] : [one]))
    return [...at(...early), ...spread, ...waits, ...at(unit)]
  }
}

const setupFiles = [join(workspace, 'infra/local/src/tests/property-seed.setup.ts')]
const testsIn = (folders: string[], parts = ['src', 'test']) =>
  folders.flatMap((folder) => parts.map((part) => `${folder}/${part}/**/*.test.ts`))
const most = ['services/*', 'packages/!(acceptance)', 'infra/!(observability)']

/** One project for most packages, so that a worker takes files of any of them. */
const tests = {
  extends: true as const,
  test: {
    name: 'tests',
    include: [...testsIn(most, ['test']), ...besideFaults.map((path) => `!${path}`)],
    setupFiles,
    maxWorkers: 5,
  },
}

/** In workers of their own: a test that replaces the timers would stop those of the services that other files share. */
const units = {
  extends: true as const,
  test: { name: 'units', include: testsIn(most, ['src']), setupFiles, maxWorkers: 5 },
}

/** Whole systems. Some of their tests wait, so one worker more than two processors need. */
const systems = {
  extends: true as const,
  test: {
    name: 'systems',
    include: [...testsIn(['packages/acceptance', 'infra/observability']), ...besideFaults],
    setupFiles,
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
  },
}

/** Measures waiting times, so it runs last and alone. */
const attacks = {
  extends: true as const,
  test: {
    name: 'attacks',
    include: ['packages/acceptance/noisy-neighbour/*.test.ts'],
    setupFiles,
    sequence: { groupOrder: 2 },
  },
}

export default defineConfig({
  root: workspace,
  test: {
    projects: [tests, units, systems, attacks],
    globalSetup: [join(workspace, 'packages/acceptance/test/shared-systems.setup.ts')],
    pool: 'forks',
    // Node imports the files itself, as in production: faster than vite's module runner, but without `vi.mock`.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Test files that run one after the other in a worker share the modules that they import.
    isolate: false,
    sequence: { sequencer: Balanced },
    // Far above what a test takes: a limit finds what hangs, not a busy machine.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    // At its end, a worker stops the services that its test files shared.
    teardownTimeout: 60_000,
  },
})
