/** Writes the generated files: the dashboards of Grafana, and the rules as a PrometheusRule for Kubernetes. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generatedFiles } from './generated-files.ts'

for (const { file, content } of generatedFiles()) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
