import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

describe.each(documents)('%s', (path) => {
  const text = readFileSync(join(root, path), 'utf8')

  it('names only commands that there are', () => {
    const named = [...all(text, /npm run ([a-z-]+)/g), ...all(text, /npm (start|test)\b/g)]
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('links only to what is there', () => {
    const targets = all(text, /\]\((?!https?:|#|mailto:)([^)#\s]+)/g)
    expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([])
  })
})

it('every package, service and the start-up says in a README what it is', () => {
  const homes = execFileSync('git', ['ls-files', '*/package.json'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(
    homes.map((manifest) => `${dirname(manifest)}/README.md`).filter((readme) => !existsSync(join(root, readme))),
  ).toEqual([])
})
