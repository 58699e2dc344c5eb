import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderLogo } from '../src/brand/brand-logo.ts'
import type { RenderTasks } from '../src/render/worker.ts'
import { createWorkerPool } from '../src/worker-pool/worker-pool.ts'
import { poolOptions, unlimited } from './worker-options.ts'

vi.setConfig({ testTimeout: 120_000 })

const program = fileURLToPath(new URL('logo-worker.ts', import.meta.url))
const pool = createWorkerPool<RenderTasks>({ ...poolOptions, program })
beforeAll(() => pool.start())
afterAll(() => pool.stop())

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">${inner}</svg>`
const draw = (text: string, share = unlimited) =>
  renderLogo(Buffer.from(text), { renderer: pool.forBuild(share), signal: new AbortController().signal })

/** Thousands of lines with a million dashes each. */
const endless = svg('<path d="M0 9H1e6" stroke="#000" stroke-width="3" stroke-dasharray="1.01"/>'.repeat(5_000))
/** Crashes the library: transparent and outside of the view box. */
const fatal = svg('<rect x="450" width="100%" height="100%" opacity="0.9"/>')

test.each([
  ['takes too long', endless, { ...unlimited, budgetMs: 500 }],
  ['crashes the worker', fatal, unlimited],
])('an SVG that %s is refused, and the next one is drawn', async (_, text, share) => {
  await expect(draw(text, share)).rejects.toThrow('it could not be drawn')
  expect((await draw(svg('<circle r="100"/>'))).length).toBeGreaterThan(100)
})
