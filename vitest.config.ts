import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Scripts of packages run vitest from their own folder, so nothing here depends on the current one. */
const workspace = import.meta.dirname
const groups = ['packages', 'services', 'infra']

const sharedSystems = join(workspace, 'packages/acceptance/test/shared-systems.setup.ts')

const propertySeed = join(workspace, 'infra/local/src/tests/property-seed.setup.ts')
const hasProperties = (root: string) => readFileSync(`${root}/package.json`, 'utf8').includes('"fast-check"')

/** Files that take long although they are small: each starts first in its project, so that no worker is left alone with one at the end. */
const longest = ['built-form', 'main-job', 'killed', 'mailbox', 'trip-page-browser', 'system']

const isAcceptance = ({ name }: { name: string }) => name === 'acceptance'

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return index === -1 ? longest.length : index
    }
    const byProject = Map.groupBy(await super.sort(specifications), ({ project }) => project)
    // The systems of the acceptance tests take processor time as long as they run.
    const projects = [...byProject].toSorted(
      ([one], [other]) => Number(isAcceptance(one)) - Number(isAcceptance(other)),
    )
    return projects.flatMap(([, ofProject]) => ofProject.toSorted((one, other) => rank(one) - rank(other)))
  }
}

/** Every package and service is a project with its name, so that `--project releases` selects it. */
const projects = groups
  .flatMap((group) => readdirSync(join(workspace, group)).map((name) => ({ name, root: join(workspace, group, name) })))
  .filter(({ root }) => existsSync(`${root}/package.json`))
  .map(({ name, root }) => ({
    extends: true as const,
    root,
    test: {
      name,
      setupFiles: hasProperties(root) ? [propertySeed] : [],
    },
  }))

/** Measures waiting times, so it runs last and alone. */
const noisyNeighbour = {
  extends: true as const,
  root: join(workspace, 'packages/acceptance'),
  test: {
    name: 'noisy-neighbour',
    include: ['noisy-neighbour/*.test.ts'],
    exclude: ['src/**', 'test/**'],
    sequence: { groupOrder: 1 },
  },
}

export default defineConfig({
  test: {
    projects: [...projects, noisyNeighbour],
    globalSetup: [sharedSystems],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    // Node imports the files itself, as in production: faster than vite's module runner, but without `vi.mock`.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Test files that run one after the other in a worker share the modules that they import.
    isolate: false,
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // At its end, a worker stops the services that its test files shared.
    teardownTimeout: 60_000,
  },
})
