import { describe, expect, test } from 'vitest'
import { fields, table, visible } from '../src/output/layout.ts'
import { maskUrl } from '../src/output/mask.ts'
import { colours, noColours, paintFor } from '../src/output/paint.ts'
import { account, guidebookAt, startStubListener } from './run-guidebook.ts'

describe('a table', () => {
  test('has columns as wide as their widest cell, also with double-width letters', () => {
    expect(
      table(
        ['NAME', 'N'],
        [
          ['旅行', 1],
          ['Łódź', null],
          ['a', true],
        ],
        noColours,
      ).split('\n'),
    ).toEqual(['NAME  N', '旅行  1', 'Łódź  –', 'a     yes'])
  })

  test('is as wide with colours as without', () => {
    const rows = [[{ text: 'up', paint: colours.good }, 'x']]
    const plain = table(
      ['STATE', 'Y'],
      rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.text))),
      noColours,
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal does not show
    expect(table(['STATE', 'Y'], rows, colours).replaceAll(/\u001b\[\d+m/g, '')).toBe(plain)
  })
})

test('texts of partners cannot control the terminal', () => {
  expect(visible('a\u001b[2Jb\nc\u009b')).toBe('a\\u001b[2Jb\\u000ac\\u009b')
  expect(fields([['Name', '\u001b]0;x\u0007']], noColours)).toBe('Name  \\u001b]0;x\\u0007')
})

test('an address is shown without its password and query', () => {
  expect(maskUrl('https://a:b@c.example/d?e=f&g=h')).toBe('https://••••@c.example/d?e=••••&g=••••')
  expect(maskUrl('https://c.example/d')).toBe('https://c.example/d')
})

test('colours are used only on a terminal and unless declined', () => {
  const terminal = { isTTY: true }
  expect(paintFor({ stream: terminal, env: {}, enabled: true })).toBe(colours)
  expect(paintFor({ stream: {}, env: {}, enabled: true })).toBe(noColours)
  expect(paintFor({ stream: terminal, env: { NO_COLOR: '1' }, enabled: true })).toBe(noColours)
  expect(paintFor({ stream: terminal, env: { TERM: 'dumb' }, enabled: true })).toBe(noColours)
  expect(paintFor({ stream: terminal, env: {}, enabled: false })).toBe(noColours)
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
