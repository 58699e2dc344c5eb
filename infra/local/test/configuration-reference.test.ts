import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { specs, withReference } from './configuration-reference.ts'

const path = join(resolve(import.meta.dirname, '../../..'), 'docs/operations/configuration.md')
const declared = Object.entries(specs).flatMap(([service, spec]) =>
  Object.entries(spec).map(([name, setting]) => ({ service, name, ...setting })),
)

test('docs/operations/configuration.md has the declared settings; `npm test -- configuration-reference -u` rewrites it', async () => {
  await expect(withReference(readFileSync(path, 'utf8'))).toMatchFileSnapshot(path)
})

test('every setting has a description: one sentence', () => {
  const wrong = declared.filter(({ description }) => !/^[A-Z0-9`].*\.$/.test(description) || description.includes('\n'))
  expect(wrong.map(({ service, name }) => `${service}: ${name}`)).toEqual([])
})

test('every setting whose name says that it is secret is declared so', () => {
  const named = declared.filter(({ name }) =>
    /TOKEN(?!_LIMIT)|PRIVATE|SECRETS_KEY|_KEY$|(DATABASE|AMQP|STORE|SMTP|IMAP|REDIS)_URL/.test(name),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ secret }) => secret !== true).map(({ service, name }) => `${service}: ${name}`)).toEqual([])
})
