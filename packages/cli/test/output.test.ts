import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { visible } from '@guidebook/client/internal'
import { describe, expect, test } from 'vitest'
import { maskUrl } from '../src/dry-run.ts'
import { type Cell, fields, good, paintFor, render, table } from '../src/output/layout.ts'
import { createAsk } from '../src/prompts/ask.ts'
import { account, guidebookAt, startStubListener } from './run-guidebook.ts'

const terminal = { isTTY: true }
const colours = paintFor({ stream: terminal, env: {}, enabled: true })
const noColours = paintFor({ stream: {}, env: {}, enabled: true })

describe('a table', () => {
  test('has columns as wide as their widest cell, also with double-width letters', () => {
    const rows = [
      ['旅行', 1],
      ['Łódź', null],
      ['a', true],
    ]
    expect(render(table(['NAME', 'N'], rows), noColours).split('\n')).toEqual([
      'NAME  N',
      '旅行  1',
      'Łódź  –',
      'a     yes',
    ])
  })

  test('is as wide with colours as without', () => {
    const rows: Cell[][] = [[good('up'), 'x']]
    const coloured = render(table(['STATE', 'Y'], rows), colours)
    expect(coloured).toContain('\u001b[32mup')
    expect(stripVTControlCharacters(coloured)).toBe(render(table(['STATE', 'Y'], rows), noColours))
  })
})

test('texts of partners cannot control the terminal', () => {
  expect(visible('a\u001b[2Jb\nc\u009b')).toBe('a\\u001b[2Jb\\u000ac\\u009b')
  expect(render(fields({ Name: '\u001b]0;x\u0007' }), noColours)).toBe('Name  \\u001b]0;x\\u0007')
})

test('texts of partners in a question cannot control the terminal', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  const confirmed = createAsk({ stdin, stderr, env: {} }, false)?.confirm('Suspend \u001b]0;x\u0007?')
  stdin.write('n')
  expect(await confirmed).toBe(false)
  expect(String(stderr.read())).toContain('Suspend \\u001b]0;x\\u0007?')
})

test('an address is shown without its password and query', () => {
  expect(maskUrl('https://a:b@c.example/d?e=f&g=h')).toBe('https://••••@c.example/d?e=••••&g=••••')
  expect(maskUrl('https://c.example/d')).toBe('https://c.example/d')
})

test('colours are used only on a terminal and unless declined', () => {
  const isColoured = (...sources: Parameters<typeof paintFor>) => paintFor(...sources)('good', 'x') !== 'x'
  expect(isColoured({ stream: terminal, env: {}, enabled: true })).toBe(true)
  expect(isColoured({ stream: {}, env: {}, enabled: true })).toBe(false)
  expect(isColoured({ stream: terminal, env: { NO_COLOR: '1' }, enabled: true })).toBe(false)
  expect(isColoured({ stream: terminal, env: { TERM: 'dumb' }, enabled: true })).toBe(false)
  expect(isColoured({ stream: terminal, env: {}, enabled: false })).toBe(false)
})

test('accounts of all pages are listed; the JSON has them unchanged', async () => {
  const pages: Record<string, object> = {
    '': { items: [account()], nextCursor: 'next' },
    next: { items: [account({ id: 'id-of-xyz', oid: 'XYZ' })], nextCursor: null },
  }
  await using listener = await startStubListener({
    'GET /admin/accounts': ({ url }) => ({ body: pages[new URL(url, 'http://x').searchParams.get('cursor') ?? ''] }),
  })
  const json = await guidebookAt(listener.url, ['account', 'list', '--json'])
  expect(JSON.parse(json.out)).toEqual({ items: [account(), account({ id: 'id-of-xyz', oid: 'XYZ' })] })
  const { out } = await guidebookAt(listener.url, ['account', 'list'], { isTTY: true })
  expect(out).toContain('\u001b[1mXYZ')
  expect(listener.received[0]?.headers.authorization).toBe('Bearer token-1')
})
