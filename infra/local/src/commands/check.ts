import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../processes/run.ts'
import type { Command } from './command.ts'

interface Check {
  name: string
  command: string
  args: readonly string[]
}

/** A type check for each package that has a `tsconfig.json`, and for what of it runs in a browser. */
const typeChecks = (root: string): Check[] =>
  globSync(['{packages,services,infra}/*/tsconfig.json', 'services/*/browser/*/tsconfig.json'], { cwd: root })
    .map(dirname)
    .toSorted()
    .map((folder) => ({
      name: `types of ${folder.slice(folder.indexOf('/') + 1)}`,
      command: 'tsc',
      args: ['--noEmit', '-p', folder],
    }))

const checks = (root: string): Check[] => [
  { name: 'Biome', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'knip', command: 'knip', args: ['--no-progress'] },
  {
    name: 'dependency-cruiser',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.mjs', 'packages', 'services', 'infra'],
  },
  ...typeChecks(root),
]

const atOnce = 2

/** Types, style, dead code and who imports whom. Says nothing of what is in order. */
export const check: Command = async ({ root, env, tell }) => {
  const began = performance.now()
  const path = `${join(root, 'node_modules', '.bin')}:${env.PATH}`
  const waiting = checks(root)
  const count = waiting.length
  const failed: string[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { code, output } = await run(next.command, next.args, {
        cwd: root,
        env: { ...env, PATH: path } as Record<string, string>,
      })
      if (code === 0) continue
      failed.push(next.name)
      tell(`${next.name}:\n${output.trim()}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  tell(failed.length === 0 ? `check: ${count} passed in ${seconds} s` : `check: failed: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}
