import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { guidebook } from './run-guidebook.ts'

/** The words that the program offers after these. */
const offered = async (words: readonly string[]) =>
  (await guidebook(['complete', ...words])).out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0])

describe('completion', () => {
  test.each([
    [['acc'], ['account']],
    [['account', 'k'], ['key']],
    [['--json', 'account', 'key', 'ro'], ['rotate']],
    [
      ['account', 'create', '--type', ''],
      ['operator', 'reseller'],
    ],
    [['key', 'rotate', 'ABC', '--rev'], ['--revoke-older']],
    [['account', 'create', '--name', 'list', '--oi'], ['--oid']],
    [['account', 'create', '--name', ''], []],
    [['completion', 'f'], ['fish']],
    [['import', 'set', 'ABC', 'package.j'], []],
    [['accont', ''], []],
  ])('after %j offers %j', async (words, wanted) => {
    expect(await offered(words)).toEqual(wanted)
  })

  test('describes what it offers', async () => {
    expect((await guidebook(['complete', 'account', 'sh'])).out).toBe('show\tShow an account\n')
  })
})

const script = async (shell: string) => (await guidebook(['completion', shell])).out

test('bash asks the program, with the words before the cursor', async () => {
  const probe = `guidebook() { local IFS=' '; printf '%s\\n' "$*|" 'show it\tShows it'; }
${await script('bash')}
COMP_WORDS=(guidebook account 's h' later); COMP_CWORD=2; _guidebook; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p guidebook`
  const output = execFileSync('bash', ['-c', probe], { encoding: 'utf8' })
  expect(output.split('\n')).toEqual([
    'complete account s h|',
    'show it',
    // Without a candidate, files are offered.
    'complete -o default -F _guidebook guidebook',
    '',
  ])
})

test('zsh separates a word from its description with a colon, and escapes other colons', async () => {
  const [, separate] = /2>\/dev\/null (\| .+)\)"/.exec(await script('zsh')) ?? []
  const output = execFileSync('sh', ['-c', `printf 'a:b\tShows: it\n' ${separate}`], { encoding: 'utf8' })
  expect(output).toBe('a\\:b:Shows\\: it\n')
  // GNU sed alone knows it.
  expect(separate).not.toMatch(/sed '[^']*\\t/)
})

test.each(['zsh', 'fish'])('%s asks the program, and offers files without a candidate', async (shell) => {
  const text = await script(shell)
  expect(text).toContain('guidebook complete ')
  expect(text).toMatch(/_files|__fish_complete_path/)
})
