import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serviceNames } from '@guidebook/contracts'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const document = readFileSync(join(root, 'docs/operations/backup.md'), 'utf8')
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

  it('uses only variables that it sets', () => {
    const set = new Set([...blocks.join('').matchAll(/\b(\w+)=|\bfor (\w+) in/g)].map(([, name, loop]) => name ?? loop))
    const used = [...blocks.join('').matchAll(/\$(\w+)/g)].map(([, name]) => name)
    expect(used.filter((name) => !set.has(name))).toEqual([])
    expect(variables).toContain('DATABASE_ADMIN_URL')
  })

  it('restores keys, objects, roles and database, then queues, migrations and messages, then starts', () => {
    expect(programs(files)).toEqual(['cp', 'rsync', 'docker', 'pg_restore'])
    const commands = [...messages.matchAll(/docker compose (?:run --rm )?(.*?)(?:;|\n)/g)].map(([, command]) => command)
    expect(commands).toEqual(['migrate broker', 'migrate "$service"', 'migrate replay "$service"', 'up -d'])
  })

  it('names all services where it loops over them', () => {
    for (const block of [messages, bare]) {
      const [, named = ''] = /(?:services="|for service in )([a-z ]+)/.exec(block) ?? []
      expect(named.trim().split(' ').toSorted()).toEqual(serviceNames.toSorted())
    }
  })
})
