import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { guidebook } from './run-guidebook.ts'

const script = async (shell: string) => (await guidebook(['completion', shell])).out

/** What bash offers after these words. */
function offered(completion: string, words: readonly string[]): string[] {
  const probe = `${completion}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _guidebook; printf '%s\\n' "\${COMPREPLY[@]}"`
  const output = execFileSync('bash', ['-c', probe, 'bash', 'guidebook', ...words], { encoding: 'utf8' })
  return output.split('\n').filter((line) => line !== '')
}

describe('completion for bash', () => {
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
    [['completion', 'f'], ['fish']],
  ])('after %j offers %j', async (words, wanted) => {
    expect(offered(await script('bash'), words)).toEqual(wanted)
  })

  test('offers files for file arguments', async () => {
    expect(offered(await script('bash'), ['import', 'set', 'ABC', 'package.j'])).toContain('package.json')
    expect(offered(await script('bash'), ['webhook', 'listen', '--cert', 'package.j'])).toContain('package.json')
  })
})

test.each(['zsh', 'fish'])('completion for %s knows every command', async (shell) => {
  const text = await script(shell)
  for (const command of [
    'account key rotate',
    'webhook enable',
    'webhook listen',
    'import release',
    'dead-letters redrive',
    'completion',
  ])
    expect(text).toContain(`'${command}'`)
})
