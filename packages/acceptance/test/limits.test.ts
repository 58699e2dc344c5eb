import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Every source that reads settings. */
const settings = execFileSync('git', ['ls-files', '*config*.ts', '*settings*.ts'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map(read)
  .join('\n')

interface Limit {
  what: string
  setting: string
  test: string
}

/** The rows of all tables of docs/limits.md. */
const limits = read('docs/limits.md')
  .split('\n')
  .filter((line) => /^\| (?!what |-)/.test(line))
  .map((line): Limit => {
    const [, what = '', , setting = '', , test = ''] = line.split('|').map((cell) => cell.trim())
    return { what, setting, test }
  })

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

describe('docs/limits.md', () => {
  it.each(limits)('names what sets and what tests the limit of $what', ({ setting, test }) => {
    const names = quoted(setting)
    const files = names.filter((name) => name.includes('/'))
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
    const sources = [settings, ...files.map(read)].join('\n')
    expect(names.filter((name) => !name.includes('/') && !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([])
    expect(quoted(test).filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(quoted(test)).not.toEqual([])
  })
})
