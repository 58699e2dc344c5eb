import { expect, test } from 'vitest'
import { type Lock, pruneLock } from './prune-lock.ts'

const resolution = { integrity: 'sha512-AAAA' }
const lock: Lock = {
  lockfileVersion: '9.0',
  settings: { autoInstallPeers: true },
  importers: {
    'services/one': { dependencies: { knex: { specifier: 'catalog:', version: '3.3.0(pg@8.0.0)' } } },
    'packages/kit': { dependencies: { pg: { specifier: 'catalog:', version: '8.0.0' } } },
    'services/other': { dependencies: { pg: { specifier: 'catalog:', version: '7.0.0' } } },
  },
  packages: {
    'knex@3.3.0': { resolution },
    'pg@8.0.0': { resolution },
    'pg@7.0.0': { resolution },
    'string-width@4.2.3': { resolution },
  },
  snapshots: {
    'knex@3.3.0(pg@8.0.0)': {
      dependencies: { 'string-width-cjs': 'string-width@4.2.3' },
      optionalDependencies: { pg: '8.0.0' },
    },
    'pg@8.0.0': {},
    'pg@7.0.0': {},
    'string-width@4.2.3': {},
  },
}

test('a pruned lock file has the needed packages, with peers, aliases and optional ones, and no other', () => {
  const pruned = pruneLock(lock, ['services/one', 'packages/kit'], new Map([['knex', '3.3.0']]))
  expect(pruned.importers).toEqual({
    '.': { dependencies: { knex: { specifier: '3.3.0', version: '3.3.0(pg@8.0.0)' } } },
  })
  expect(Object.keys(pruned.packages)).toEqual(['knex@3.3.0', 'pg@8.0.0', 'string-width@4.2.3'])
  expect(Object.keys(pruned.snapshots)).toEqual(['knex@3.3.0(pg@8.0.0)', 'pg@8.0.0', 'string-width@4.2.3'])
})

test('a package with two versions, or with none, is an error', () => {
  const importers = ['packages/kit', 'services/other']
  expect(() => pruneLock(lock, importers, new Map([['pg', '8.0.0']]))).toThrow('the lock file has two versions of pg')
  expect(() => pruneLock(lock, importers, new Map([['koa', '3.0.0']]))).toThrow('the lock file has no version of koa')
})
