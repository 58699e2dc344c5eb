import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cruise } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const { default: rules } = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href)
const { forbidden, options } = rules

/** The names of the rules that these files break, one for each forbidden import. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))]
  const { output } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true, baseDir: folder })
  if (typeof output === 'string') throw new Error(output)
  return output.summary.violations.map(({ rule }) => rule.name)
}

const value = 'export const value = 1\nexport type Value = 1\n'

test.each([
  [
    'a service imports another service',
    'services-are-apart',
    'services/a/src/x.ts',
    '../../b/src/y.ts',
    'services/b/src/y.ts',
  ],
  [
    'a package imports a service',
    'packages-know-no-service',
    'packages/a/src/x.ts',
    '../../../services/b/src/y.ts',
    'services/b/src/y.ts',
  ],
  [
    'a service imports the local start-up',
    'services-know-no-start-up',
    'services/a/src/x.ts',
    '../../../infra/b/src/y.ts',
    'infra/b/src/y.ts',
  ],
  [
    'contracts import another package',
    'contracts-stand-alone',
    'packages/contracts/src/x.ts',
    '../../b/src/y.ts',
    'packages/b/src/y.ts',
  ],
  [
    'the client imports another package',
    'client-is-published-alone',
    'packages/client/src/x.ts',
    '../../contracts/src/y.ts',
    'packages/contracts/src/y.ts',
  ],
  [
    'rendering imports the kit',
    'pure-packages-know-no-kit',
    'packages/roadbook/src/x.ts',
    '../../service-kit/src/y.ts',
    'packages/service-kit/src/y.ts',
  ],
  [
    'production code imports a test',
    'no-tests-in-the-product',
    'services/a/src/x.ts',
    '../test/y.ts',
    'services/a/test/y.ts',
  ],
])('is refused: %s', async (_title, rule, from, to, target) => {
  const files = {
    [from]: `import { value } from '${to}'\nexport const x = value\n`,
    [from.replace('x.ts', 'only-a-type.ts')]: `import type { Value } from '${to}'\nexport type X = Value\n`,
    [target]: value,
  }
  expect(await brokenRules(files)).toEqual([rule, rule])
})

test.each(['packages/route-geometry', 'packages/roadbook'])('is refused: %s does input or output', async (folder) => {
  expect(
    await brokenRules({
      [`${folder}/src/x.ts`]: `import { readFileSync } from 'node:fs'\nexport const x = readFileSync\n`,
    }),
  ).toEqual(['pure-packages-do-no-input-or-output'])
})

test('is refused: a cycle, and an import that does not resolve', async () => {
  const cycle = {
    'services/a/src/x.ts': `export * from './y.ts'\n`,
    'services/a/src/y.ts': `export * from './x.ts'\n`,
  }
  expect(await brokenRules(cycle)).toEqual(['no-circles'])
  expect(await brokenRules({ 'services/a/src/x.ts': `export * from './gone.ts'\n` })).toEqual(['everything-resolves'])
})

/** Two folders of a package that import each other, through different files. */
const mutual = (folder: string, one: string, other: string) => ({
  [`${folder}/src/${one}/x.ts`]: `export * from '../${other}/y.ts'\n`,
  [`${folder}/src/${one}/z.ts`]: 'export type Z = 1\n',
  [`${folder}/src/${other}/y.ts`]: 'export const y = 1\n',
  [`${folder}/src/${other}/v.ts`]: `import type { Z } from '../${one}/z.ts'\nexport type V = Z\n`,
})

test('is refused: two folders under `src` that import each other', async () => {
  expect(await brokenRules(mutual('services/a', 'one', 'other'))).toEqual([
    'folders-form-layers',
    'folders-form-layers',
  ])
})

test('the roadbook may read its fonts', async () => {
  const reading = `import { readFileSync } from 'node:fs'\nexport const x = readFileSync\n`
  expect(await brokenRules({ 'packages/roadbook/src/fonts/load-fonts.ts': reading })).toEqual([])
})
