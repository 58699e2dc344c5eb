import { join } from 'node:path'
import { stringify } from 'yaml'
import { dashboards } from './dashboard/dashboards.ts'
import { toGrafana } from './dashboard/layout.ts'
import { readRules } from './rules.ts'

export const folder = join(import.meta.dirname, '..')
export const dashboardFolder = join(folder, 'grafana/dashboards')

/** Prometheus' operator loads the same rules from this resource. */
function prometheusRule(): string {
  const resource = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'guidebook', labels: { 'app.kubernetes.io/part-of': 'guidebook' } },
    spec: readRules(),
  }
  return `# Generated from prometheus/rules.yaml by \`pnpm generate\`.\n${stringify(resource, { lineWidth: 0 })}`
}

export const generatedFiles = (): { file: string; content: string }[] => [
  ...dashboards.map((dashboard) => ({
    file: join(dashboardFolder, `${dashboard.uid}.json`),
    content: `${JSON.stringify(toGrafana(dashboard), null, 1)}\n`,
  })),
  { file: join(folder, 'kubernetes/prometheus-rule.yaml'), content: prometheusRule() },
]
