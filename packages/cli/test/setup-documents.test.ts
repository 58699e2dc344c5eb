import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exitCodes } from '../src/index.ts'
import { guidebook } from './run-guidebook.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'guidebook-setup-documents-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** The names of the services in a Compose file. */
function servicesIn(file: string): string[] {
  const [, section = ''] = /^services:\n([\s\S]*?)(?=^\w|$(?![\s\S]))/m.exec(read(file)) ?? []
  return [...section.matchAll(/^ {2}([\w-]+):/gm)].map(([, name = '']) => name)
}

/** The options of an installation with its own servers. */
const examples = {
  'docs/operations/compose.md': (text: string) => text.match(/(?<=^ {6}- )--.*$/gm) ?? [],
  'docs/operations/kubernetes.md': (text: string) => {
    const [, words = ''] = /^npm run guidebook -- setup deployment (.*)$/m.exec(text) ?? []
    return [...words.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
  },
}

/** The files that such an example names. */
const urls = {
  'database-url': 'postgres://admin:password@db.example/postgres',
  'broker-url': 'amqps://admin:password@rabbit.example/guidebook',
  'store-url': 's3://key:secret@guidebook?endpoint=https://s3.example',
  'smtp-url': 'smtps://user:password@mail.example',
  'imap-url': 'imaps://import:password@mail.example',
}

test.each(Object.entries(examples))('the example of %s uses none of the trial servers', async (path, optionsIn) => {
  for (const [name, url] of Object.entries(urls)) writeFileSync(join(parent, name), url)
  const options = optionsIn(read(path)).map((word) => word.replace(/^@/, `@${parent}/`))
  const folder = join(parent, 'deployment')
  const { code, err } = await guidebook(['setup', folder, ...options])
  expect(code, err).toBe(exitCodes.done)

  const programs = servicesIn('docker-compose.yml')
  const trialServers = servicesIn('docker-compose.override.yml').filter((name) => !programs.includes(name))
  expect(trialServers).toEqual(expect.arrayContaining(['postgres', 'rabbitmq', 's3', 'imap', 'mail', 'redis']))
  const trialHost = new RegExp(`guidebook\\.test|(?:@|//)(?:${trialServers.join('|')})[:/\\s]`)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(30)
  const contents = files.map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), 'utf8') }))
  const lines = contents.flatMap(({ name, text }) => text.split(/(?<=\n)/).map((line) => `${name}: ${line}`))
  expect(lines.filter((line) => trialHost.test(line))).toEqual([])
})

test('without containers, the user exists before setup gives it the folder, so a repeat does not change the owner', () => {
  const manual = read('docs/operations/bare.md')
  const user = manual.indexOf('useradd --system guidebook')
  const folder = manual.indexOf('setup /etc/guidebook --owner "$(id -u guidebook):$(id -g guidebook)"')
  expect(user).toBeGreaterThan(-1)
  expect(folder).toBeGreaterThan(user)
})
