import { fileURLToPath } from 'node:url'
import { createLogger } from '@guidebook/service-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRenderer } from '../render/renderer.ts'
import { renderLogo } from './render-logo.ts'

vi.setConfig({ testTimeout: 120_000 })

const renderer = createRenderer({
  workers: 1,
  memoryLimit: Number.MAX_SAFE_INTEGER,
  timeoutMs: 60_000,
  idleMs: 60_000,
  program: fileURLToPath(new URL('../../test/cold-worker.ts', import.meta.url)),
  log: createLogger({ service: 'builder', level: 'silent' }),
})
beforeAll(() => renderer.start())
afterAll(() => renderer.stop())

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">${inner}</svg>`
const tasks = renderer.forBuild({ account: 'account', budgetMs: 60_000 })
const draw = (text: string) => renderLogo(Buffer.from(text), { renderer: tasks, signal: new AbortController().signal })

/** Thousands of lines with a million dashes each. */
const endless = svg('<path d="M0 9H1e6" stroke="#000" stroke-width="3" stroke-dasharray="1.01"/>'.repeat(5_000))
/** Crashes the library: transparent and outside of the view box. */
const fatal = svg('<rect x="450" width="100%" height="100%" opacity="0.9"/>')

test.each([
  ['takes too long', endless],
  ['crashes the worker', fatal],
])('an SVG that %s is refused, and the next one is drawn', async (_, text) => {
  await expect(draw(text)).rejects.toThrow('it could not be drawn')
  expect((await draw(svg('<circle r="100"/>'))).length).toBeGreaterThan(100)
})
