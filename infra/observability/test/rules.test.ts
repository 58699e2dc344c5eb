import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
