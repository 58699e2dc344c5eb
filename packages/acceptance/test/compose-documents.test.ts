import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serviceNames } from '@guidebook/contracts'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The names of the services in a Compose file. */
function servicesIn(file: string): string[] {
  const [, section = ''] = /^services:\n([\s\S]*?)(?=^\w|$(?![\s\S]))/m.exec(read(file)) ?? []
  return [...section.matchAll(/^ {2}([\w-]+):/gm)].map(([, name = '']) => name)
}

const composed = [...servicesIn('docker-compose.yml'), ...servicesIn('docker-compose.override.yml')]

/** The services that `docker compose run` names, with each value of `$service`. */
const runServicesIn = (text: string): string[] =>
  [...text.matchAll(/docker compose run (?:-e \S+ |-\S+ )*"?([\w$-]+)/g)].flatMap(([, name = '']) =>
    name.includes('$service') ? serviceNames.map((service) => name.replace('$service', service)) : [name],
  )

const documents = ['docs/operations/backup.md', 'docs/operations/compose.md', 'docs/operations/upgrade.md']

describe.each(documents)('%s', (path) => {
  const text = read(path)

  it('has commands that a shell can parse', () => {
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
    expect(blocks.length).toBeGreaterThan(0)
    for (const input of blocks) execFileSync('bash', ['-n'], { input })
  })

  it('runs only services of the Compose files', () => {
    const named = runServicesIn(text)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !composed.includes(name))).toEqual([])
  })
})

it('the Compose file has each service and the job of its schema', () => {
  const expected = serviceNames.flatMap((service) => [service, `migrate-${service}`])
  expect(composed).toEqual(expect.arrayContaining(expected))
})
