import { readdirSync, readFileSync } from 'node:fs'
import { serviceNames } from '@guidebook/contracts'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { dashboards } from '../src/dashboard/dashboards.ts'
import { toGrafana } from '../src/dashboard/layout.ts'
import { dashboardFolder, generatedFiles } from '../src/generated-files.ts'
import { metricsOf } from '../src/query/metrics-of.ts'
import { readAlerts } from '../src/rules.ts'

const alerts = new Set(readAlerts().map(({ alert }) => alert))

it.each(generatedFiles())('$file is generated: run `pnpm generate` in infra/observability', ({ file, content }) => {
  // The formatter may have changed the layout of the text. JSON is YAML, too.
  expect(parse(readFileSync(file, 'utf8'))).toEqual(parse(content))
})

test('there is one dashboard for each service and one for the main job, and no other file', () => {
  const names = ['main-job', ...serviceNames].map((name) => `guidebook-${name}`)
  expect(dashboards.map(({ uid }) => uid)).toEqual(names)
  expect(readdirSync(dashboardFolder).toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted())
})

describe.each(dashboards)('$title', (dashboard) => {
  const { panels } = toGrafana(dashboard)

  it('has panels with different ids that do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)}/${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  })

  it('has PromQL in all queries, and links to runbooks of existing alerts', () => {
    for (const { queries, alert } of dashboard.rows.flatMap((row) => row.panels)) {
      expect(alert === undefined || alerts.has(alert)).toBe(true)
      for (const { expr } of queries) expect(metricsOf(expr)).not.toEqual([])
    }
  })
})
