import { relative } from 'node:path'
import { type CliOptions, createVitest, parseCLI, type TestSpecification, type Vitest } from 'vitest/node'
import { UserFacingError } from '../user-facing-error.ts'

const maxListed = 40

const list = (names: Iterable<string>) => {
  const sorted = [...new Set(names)].sort()
  const more = sorted.length > maxListed ? [`  … and ${sorted.length - maxListed} more`] : []
  return ['', ...sorted.slice(0, maxListed).map((name) => `  ${name}`), ...more].join('\n')
}

async function withVitest<T>(root: string, options: CliOptions, work: (vitest: Vitest) => T | Promise<T>): Promise<T> {
  const vitest = await createVitest({ ...options, root, watch: false, run: true })
  try {
    return await work(vitest)
  } finally {
    await vitest.close()
  }
}

async function checkFiles(root: string, vitest: Vitest, filters: readonly string[]): Promise<TestSpecification[]> {
  for (const filter of filters) {
    if ((await vitest.globTestSpecifications([filter])).length > 0) continue
    const files = (await vitest.globTestSpecifications()).map(({ moduleId }) => relative(root, moduleId))
    throw new UserFacingError(`no test file matches "${filter}". The test files are:${list(files)}`)
  }
  return vitest.globTestSpecifications([...filters])
}

/** Fails when no title in the files can match. A title that is computed at run time can always match. */
async function checkTitles(vitest: Vitest, specifications: TestSpecification[], pattern: RegExp): Promise<void> {
  const titles: string[] = []
  for (const { children } of await vitest.parseSpecifications(specifications)) {
    for (const { fullName, options } of children.allTests()) {
      // Vitest joins the titles of suites and tests with spaces when it matches a pattern.
      const title = fullName.replaceAll(' > ', ' ')
      if (options.each || pattern.test(title)) return
      titles.push(title)
    }
  }
  throw new UserFacingError(`no test title matches ${pattern}. The titles are:${list(titles)}`)
}

/** Rejects filters of files and titles that match nothing, before any server starts. */
export async function checkFilters(root: string, args: readonly string[]): Promise<void> {
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  const { exclude, ...selection } = options
  if (options.project)
    throw new UserFacingError('select tests by path, for example "npm test -- services/releases", not by project')
  // Vitest's own command does the same: `exclude` would not reach the projects.
  await withVitest(root, { ...selection, cliExclude: [exclude ?? []].flat() }, async (vitest) => {
    const specifications = await checkFiles(root, vitest, filter)
    const { testNamePattern } = vitest.config
    if (testNamePattern) await checkTitles(vitest, specifications, testNamePattern)
  })
}
