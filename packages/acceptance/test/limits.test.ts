import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** The source files that declare settings. */
const settings = execFileSync('git', ['ls-files', '*config*.ts', '*settings*.ts'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map(read)
  .join('\n')

/** A test compares its defaults with the code (`infra/local/test/configuration-reference.test.ts`). */
const configuration = read('docs/operations/configuration.md')

interface Limit {
  what: string
  limit: string
  setting: string
  test: string
  /** The folder in the heading of the table, which paths are relative to, unless they begin with a package or service. */
  folder: string
}

/** The rows of all tables of docs/limits.md. */
const limits = read('docs/limits.md')
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const [, folder = ''] = /^[^`\n]*\(`([^`]+)`\)\n/.exec(section) ?? []
    const rows = section.split('\n').filter((line) => /^\| (?!what |-)/.test(line))
    return rows.map((line): Limit => {
      const [, what = '', limit = '', setting = '', , test = ''] = line.split('|').map((cell) => cell.trim())
      return { what, limit, setting, test, folder }
    })
  })

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** The first number with its unit of time, such as `6000` or `5m`; empty if there is none. */
const firstNumber = (text: string): string => {
  const [, digits = '', unit = ''] = /(\d[\d,]*) ?(s|m|minutes?)?\b/.exec(text) ?? []
  return digits.replaceAll(',', '') + unit.slice(0, 1)
}

/** The path from the root of a file that a table with this folder names; null if it does not exist. */
const resolveIn = (folder: string) => (file: string) =>
  [folder, 'packages', 'services'].map((base) => join(base, file)).find((path) => existsSync(join(root, path))) ?? null

describe('docs/limits.md', () => {
  it('has tables', () => expect(limits.length).toBeGreaterThan(60))

  it.each(limits)(
    'names an existing setting and an existing test of the limit of $what',
    ({ setting, test, folder }) => {
      const names = quoted(setting)
      const files = names.filter((name) => name.includes('/')).map(resolveIn(folder))
      expect(files).not.toContain(null)
      const sources = [settings, ...files.filter((file) => file !== null).map(read)].join('\n')
      expect(names.filter((name) => !name.includes('/') && !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([])
      expect(quoted(test).map(resolveIn(folder))).not.toContain(null)
      expect(quoted(test)).not.toEqual([])
    },
  )

  it.each(limits.filter(({ setting }) => /^`[A-Z][A-Z0-9_]+`$/.test(setting)))(
    'begins the limit of $what with the default of $setting',
    ({ limit, setting }) => {
      const [, usual = ''] = new RegExp(`^\\| ${setting} \\| [^|]* \\| ([^|]*) \\|`, 'm').exec(configuration) ?? []
      expect(firstNumber(usual)).not.toBe('')
      expect(firstNumber(limit)).toBe(firstNumber(usual))
    },
  )
})
