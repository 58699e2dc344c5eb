import { mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRunFolder } from '../src/tests/run-folder.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a new folder for a run can be passed by other users, and removes what a killed run left days ago', () => {
  const parent = temporaryFolder()
  const dayMs = 24 * 60 * 60 * 1_000
  const ages = { 'guidebook-tests-killed': 2, 'guidebook-tests-running': 0, 'of-another-program': 2 }
  for (const [name, days] of Object.entries(ages)) {
    mkdirSync(join(parent, name, 'servers'), { recursive: true })
    const at = new Date(Date.now() - days * dayMs)
    utimesSync(join(parent, name), at, at)
  }
  const folder = createRunFolder(parent)
  expect(statSync(folder).mode & 0o777).toBe(0o711)
  const others = readdirSync(parent).filter((name) => join(parent, name) !== folder)
  expect(others.sort()).toEqual(['guidebook-tests-running', 'of-another-program'])
})
