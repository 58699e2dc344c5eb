import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import documented from './documented-commands.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../../', import.meta.url))
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** Commands that documents may contain, without arguments after `--`: each is run here (and its output checked) or by another test. */
const { printing, runBy } = documented
/** `soak` runs tests of `npm test` in their long form, `bench` depends on the machine: both take too long for a test. */
const commands = new Set([...Object.keys(printing), ...Object.keys(runBy), ...documented.tooLong])
/** Documents that have a test which runs them from beginning to end. */
const testedDocuments: Readonly<Record<string, string>> = documented.testedDocuments

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** All lines except code, table rows, and lines with only a link. */
const proseLines = (text: string): string[] =>
  text
    .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    .split('\n')
    .filter((line) => !/^ *(?:\||(?:- )?\[[^\]]*\]\([^)]*\)[.,:;]?$)/.test(line))

/** Commands in shell blocks, without comments and without arguments after `--`. */
const commandsIn = (text: string): string[] =>
  all(text, /^```(?:sh|bash|shell|console)\n([\s\S]*?)^```/gm)
    .flatMap((block) => block.split('\n'))
    .map((line) => (line.split(/ #| -- /)[0] ?? '').trim())
    .filter((command) => command !== '' && !command.startsWith('#'))

describe.each(documents)('%s', (path) => {
  const text = readFileSync(join(root, path), 'utf8')

  it('names only npm scripts that exist', () => {
    const named = [...all(text, /npm run ([a-z-]+)/g), ...all(text, /npm (start|test)\b/g)]
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('has no line of prose above 160 characters', () => {
    expect(proseLines(text).filter((line) => line.length > 160)).toEqual([])
  })

  it('contains only tested commands', () => {
    const test = testedDocuments[path]
    if (test === undefined) return expect(commandsIn(text).filter((command) => !commands.has(command))).toEqual([])
    expect(readFileSync(join(root, test), 'utf8')).toContain(path)
  })

  it('links only to existing files', () => {
    const targets = all(text, /\]\((?!https?:|#|mailto:)([^)#\s]+)/g)
    expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([])
  })
})

it('every package, every service and the local start have a README', () => {
  const homes = execFileSync('git', ['ls-files', '*/package.json'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(
    homes.map((manifest) => `${dirname(manifest)}/README.md`).filter((readme) => !existsSync(join(root, readme))),
  ).toEqual([])
})

it('every source folder of the kit and of a service is in its README, or is a layer in ARCHITECTURE.md', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const paths = ['services/*/src/*/*', 'packages/service-kit/src/*/*']
  const files = execFileSync('git', ['ls-files', ...paths], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const folders = new Set(files.map((file) => file.split('/').slice(0, 4).join('/')))
  const isNamed = (folder: string) => {
    const [area, name, , own] = folder.split('/')
    const layers = new RegExp(`^(The )?${name}, from the bottom to the top:\n\n.*?\n\n`, 'ims')
    const text = [read(`${area}/${name}/README.md`), layers.exec(read('ARCHITECTURE.md'))?.[0]].join('\n')
    return new RegExp(`\`(src/)?${own}(/[^\`]*)?\``).test(text)
  }
  expect(folders.size).toBeGreaterThan(80)
  expect([...folders].filter((folder) => !folder.endsWith('/generated') && !isNamed(folder))).toEqual([])
})

it.each(Object.entries(runBy))('%s is run by the test that the list names', (_, { file, text }) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(text)
})

it.each(Object.entries(printing))(
  '%s prints "%s"',
  (command, output) => {
    const data = mkdtempSync(join(tmpdir(), 'guidebook-documents-'))
    try {
      const [program = '', ...args] = command.split(' ')
      const env = { ...process.env, GUIDEBOOK_DATA: data }
      expect(execFileSync(program, args, { cwd: root, env, encoding: 'utf8' })).toContain(output)
    } finally {
      rmSync(data, { recursive: true })
    }
  },
  900_000,
)
