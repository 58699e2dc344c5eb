/** A real Prometheus reads the system of `npm start`, in which the demonstration has done the main job. */
import { eventually } from '@guidebook/acceptance/src/eventually.ts'
import { usualSystem } from '@guidebook/acceptance/src/shared-system.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboards } from '../src/dashboard/dashboards.ts'
import { metricsOf, selectorsOf } from '../src/query/metrics-of.ts'
import { readAlerts } from '../src/rules.ts'
import { startPrometheus } from './running-prometheus.ts'

const ofDashboards = dashboards
  .flatMap(({ rows }) => rows)
  .flatMap(({ panels }) => panels)
  .flatMap(({ queries }) => queries.map(({ expr }) => expr))
const ofAlerts = readAlerts().map(({ expr }) => expr)

interface Targets {
  activeTargets: { labels: { service: string }; health: string; lastError: string }[]
}
interface RuleGroups {
  groups: { rules: { name: string; health: string; state: string; lastError?: string }[] }[]
}

let running: Awaited<ReturnType<typeof startPrometheus>>
beforeAll(async () => {
  const { services } = (await usualSystem()).describe()
  running = await startPrometheus(
    Object.fromEntries(Object.entries(services).map(([name, one]) => [name, one.healthUrl])),
  )
  await eventually('Prometheus has read all services', 60_000, async () => {
    const { activeTargets } = await running.api<Targets>('targets')
    return activeTargets.length === 6 && activeTargets.every(({ health }) => health === 'up')
  })
}, 300_000)
afterAll(() => running?.[Symbol.asyncDispose]())

it('every metric that a dashboard or a rule names is there', async () => {
  const known = new Set(await running.api<string[]>('label/__name__/values'))
  const named = new Set([...ofDashboards, ...ofAlerts].flatMap(metricsOf))
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

it('every selection of a dashboard or a rule finds series, so its labels exist', async () => {
  const empty: string[] = []
  // Requests that failed need not exist.
  const selectors = [...ofDashboards, ...ofAlerts]
    .flatMap(selectorsOf)
    .map((one) => one.replace(/http_response_status_code=~"5.."/, ''))
  for (const selector of new Set(selectors)) {
    const found = await running.api<unknown[]>('series', { 'match[]': selector })
    if (found.length === 0) empty.push(selector)
  }
  expect(empty).toEqual([])
})

it('Prometheus evaluates all rules, and no critical one fires in a healthy system', async () => {
  const rules = async () => (await running.api<RuleGroups>('rules')).groups.flatMap((group) => group.rules)
  await eventually('all rules are evaluated', 30_000, async () =>
    (await rules()).every(({ health }) => health !== 'unknown'),
  )
  const evaluated = await rules()
  expect(evaluated.filter(({ health }) => health !== 'ok')).toEqual([])
  expect(evaluated.filter(({ state }) => state === 'firing').map(({ name }) => name)).toEqual([])
})
