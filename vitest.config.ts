import { existsSync, readdirSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Every package and service is a project of its own name, so that `vitest run --project releases` runs just that one. */
const projects = ['packages', 'services', 'infra'].flatMap((group) =>
  existsSync(group)
    ? readdirSync(group)
        .filter((name) => existsSync(`${group}/${name}/package.json`))
        .map((name) => ({ extends: true as const, root: `${group}/${name}`, test: { name } }))
    : [],
)

export default defineConfig({
  test: {
    projects,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
