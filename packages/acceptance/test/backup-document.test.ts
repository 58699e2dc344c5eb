import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serviceNames } from '@guidebook/contracts'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const document = read('docs/operations/backup.md')
const blocks = [...document.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
const [variables = '', backup = '', , files = '', messages = '', bare = ''] = blocks

/** The first word of each command, without the shell's own. */
const programs = (block: string) =>
  block
    .split(/\n|;|\bdo\b/)
    .map((line) => line.trim().split(' ')[0] ?? '')
    .filter((word) => !/^(|set|umask|export|for|done|services=.*)$/.test(word))

describe('docs/operations/backup.md', () => {
  it.each(blocks)('has commands that a shell can parse: %s', (block) => {
    execFileSync('bash', ['-n'], { input: block })
  })

  it('copies the objects before and after the one dump, and never deletes from the copy', () => {
    expect(programs(backup)).toEqual(['mkdir', 'rsync', 'pg_dump', 'rsync', 'cp'])
    expect(backup.match(/^rsync .*$/gm)?.[0]).toBe(backup.match(/^rsync .*$/gm)?.[1])
    expect(blocks.join('')).not.toContain('--delete')
  })

  it('stores the keys apart from the dump and the objects, and restores them from there', () => {
    expect(backup).toContain('cp -a "$SETUP" "$KEYS/setup"')
    expect(files).toContain('cp -a "$KEYS/setup" "$SETUP"')
    const placeOf = (name: string) => new RegExp(`^export ${name}=/(\\w+)/`, 'm').exec(variables)?.[1]
    expect(placeOf('KEYS')).toBeDefined()
    expect([placeOf('BACKUP'), placeOf('COPY')]).not.toContain(placeOf('KEYS'))
  })

  it.each([
    'an API key was revoked',
    'a personal admin token was revoked',
    'a person was removed',
    'an account was suspended',
  ])('says that a restore undoes it: %s', (change) => {
    expect(document).toMatch(new RegExp(`^\\| ${change}[^|]*\\| \\*\\*.* again\\*\\* +\\|$`, 'm'))
  })

  it('uses only variables that it sets', () => {
    const set = new Set([...blocks.join('').matchAll(/\b(\w+)=|\bfor (\w+) in/g)].map(([, name, loop]) => name ?? loop))
    const used = [...blocks.join('').matchAll(/\$(\w+)/g)].map(([, name]) => name)
    expect(used.filter((name) => !set.has(name))).toEqual([])
    expect(variables).toContain('DATABASE_ADMIN_URL')
  })

  it('restores keys, objects, roles and database, then queues, migrations and messages, then starts', () => {
    expect(programs(files)).toEqual(['cp', 'rsync', 'docker', 'pg_restore'])
    const commands = [...messages.matchAll(/docker compose (?:run --rm )?(.*?)(?:;|\n)/g)].map(([, command]) => command)
    const settings = '-e DATABASE_URL_FILE=/run/guidebook/DATABASE_URL'
    const replay = `-T --no-deps ${settings} "$service" node migrate.js replay`
    expect(commands).toEqual(['broker', '"migrate-$service"', replay, 'up -d'])
  })

  it('names all services where it loops over them', () => {
    for (const block of [messages, bare]) {
      const [, named = ''] = /(?:services="|for service in )([a-z ]+)/.exec(block) ?? []
      expect(named.trim().split(' ').toSorted()).toEqual(serviceNames.toSorted())
    }
  })
})

describe('docs/operations/capacity.md', () => {
  const settings = execFileSync('git', ['ls-files', '*config.ts', '*common-settings.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map(read)
    .join('\n')
  const capacity = read('docs/operations/capacity.md')
  const documented = [...capacity.matchAll(/^.*\| `(\w+_RETENTION)` +\| `(\w+)` +\|$/gm)].map(
    ([row, name = '', value = '']) => [name, value, /at most (\d+) days/.exec(row)?.[1] ?? 'any'],
  )
  const declared = [...settings.matchAll(/(\w+_RETENTION): setting\.\w+\(\{([^}]*)\}/g)].map(
    ([, name = '', options = '']) => [
      name,
      /default: '(\w+)'/.exec(options)?.[1] ?? '',
      /max: '(\d+)d'/.exec(options)?.[1] ?? 'any',
    ],
  )

  it('names every setting of retention with its default and its largest value', () => {
    expect(documented.toSorted()).toEqual(declared.toSorted())
    expect(declared.length).toBeGreaterThan(8)
  })

  it.each([...capacity.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block))(
    'has commands that a shell can parse: %s',
    (block) => {
      execFileSync('bash', ['-n'], { input: block })
    },
  )
})
