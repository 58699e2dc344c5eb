import { expect, test } from 'vitest'
import { isNeeded } from './unneeded-files.ts'

test.each([
  'lib/index.js',
  'dist/doc/directives.js',
  'lib/test/x.cjs',
  'build/native.node',
  'LICENSE.md',
  'docs.js',
  'data.json',
])('an image has the file %s of a package', (path) => expect(isNeeded(path)).toBe(true))

test.each([
  'index.d.ts',
  'lib/a.js.map',
  'README.md',
  'src/index.ts',
  'test/a.js',
  'docs/a.js',
  '.github/x.yml',
  'man/a.1',
  'dist-es/a.js',
  'styles/a.css',
])('an image does not have the file %s of a package', (path) => expect(isNeeded(path)).toBe(false))

test('an image has only the named files of a package that is read as files, and its licence', () => {
  const files = ['400Regular/A.ttf']
  const paths = ['400Regular/A.ttf', '700Bold/A.ttf', 'index.js', 'package.json', 'OFL.txt']
  expect(paths.filter((path) => isNeeded(path, files))).toEqual(['400Regular/A.ttf', 'package.json', 'OFL.txt'])
})
