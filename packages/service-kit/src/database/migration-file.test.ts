import { expect, test } from 'vitest'
import { parseMigration } from './migration-file.ts'

const good = '-- Codes must be found fast.\n-- up\nCREATE INDEX a;\n-- a remark\n-- down\nDROP INDEX a;\n'

test('a migration has an up section, a down section and a checksum of its whole text', () => {
  const migration = parseMigration('202601010000_codes', good)
  expect(migration.up).toBe('CREATE INDEX a;\n-- a remark')
  expect(migration.down).toBe('DROP INDEX a;\n')
  expect(migration.checksum).not.toBe(parseMigration('202601010000_codes', good.replace('fast', 'faster')).checksum)
})

test.each([
  ['no reason', good.replace('-- Codes must be found fast.\n', '')],
  ['no up section', good.replace('-- up\n', '')],
  ['no down section', good.replace('-- down\n', '')],
  ['the sections in the wrong order', '-- why\n-- down\nDROP INDEX a;\n-- up\nCREATE INDEX a;\n'],
])('a migration with %s is refused, and the error names it', (_what, text) => {
  expect(() => parseMigration('202601010000_codes', text)).toThrow('202601010000_codes')
})
