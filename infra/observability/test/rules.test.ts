import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { folder } from '../src/generated-files.ts'
import { metricsOf } from '../src/query/metrics-of.ts'
import { readAlerts } from '../src/rules.ts'
import { runPromtool } from './programs.ts'

const root = join(folder, '../..')
const runbooks = join(root, 'docs/operations/runbooks')
const alerts = readAlerts()

test('promtool accepts the rules and the configuration of Prometheus', () => {
  const output = runPromtool(join(folder, 'prometheus'), 'check', 'config', 'prometheus.yml')
  expect(output).toContain(`SUCCESS: ${alerts.length} rules found`)
})

test('alerts fire, and do not fire, as the unit tests of the rules say', () => {
  expect(runPromtool(join(folder, 'prometheus'), 'test', 'rules', 'rules.test.yaml')).toContain('SUCCESS')
})

it.each(alerts)('$alert has a severity, texts and a runbook', ({ alert, expr, labels, annotations }) => {
  expect(['critical', 'warning', 'info']).toContain(labels.severity)
  expect(annotations.summary).not.toBe('')
  expect(annotations.description).not.toBe('')
  expect(annotations.runbook).toBe(`docs/operations/runbooks/${alert}.md`)
  expect(metricsOf(expr)).not.toEqual([])
  expect(existsSync(join(root, annotations.runbook))).toBe(true)
})

test('the runbook of failed requests names only statuses that the alert counts', () => {
  const expr = alerts.find(({ alert }) => alert === 'RequestErrors')?.expr ?? ''
  const [, counted = ''] = /http_response_status_code=~"([^"]+)"/.exec(expr) ?? []
  const runbook = readFileSync(join(runbooks, 'RequestErrors.md'), 'utf8')
  const statuses = [...runbook.matchAll(/\b[1-5]\d\d\b/g)].map(([status]) => status)
  expect(statuses).toContain('503')
  expect(statuses.filter((status) => !new RegExp(`^${counted}$`).test(status))).toEqual([])
})

test('the manual names every metric that a service or the kit creates by name', () => {
  const sources = globSync('{services/*,packages/service-kit}/src/**/*.ts', { cwd: root })
  const created = sources.flatMap((path) => {
    const calls = readFileSync(join(root, path), 'utf8').matchAll(/\.create[A-Za-z]+\(\s*'([a-z]+(?:[._][a-z]+)+)'/g)
    return [...calls].map(([, name = '']) => name.replaceAll('.', '_'))
  })
  expect(created.length).toBeGreaterThan(30)
  const manual = readFileSync(join(root, 'docs/operations/observe.md'), 'utf8')
  // Prometheus adds units, and `_total` to counters.
  expect(created.filter((name) => !manual.includes(`\`${name}`))).toEqual([])
})

it('every runbook belongs to an alert, and has the same four parts', () => {
  const files = readdirSync(runbooks)
  expect(files.toSorted()).toEqual(alerts.map(({ alert }) => `${alert}.md`).toSorted())
  for (const file of files) {
    const text = readFileSync(join(runbooks, file), 'utf8')
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([
      file.replace('.md', ''),
      'What it means',
      'How to see it',
      'What to do',
      'When to escalate',
    ])
  }
})
