/** A real Prometheus reads the system of `npm start`, in which the demonstration has done the main job. */
import { readFileSync } from 'node:fs'
import { eventually } from '@guidebook/acceptance/src/eventually.ts'
import { usualSystem } from '@guidebook/acceptance/src/shared-system.ts'
import { waitBuilds, waitCommands, waitDeliveries } from '@guidebook/acceptance/src/waiting-work.ts'
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

const runbooks = new URL('../../../docs/operations/runbooks/', import.meta.url)
const manual = readFileSync(new URL('../observe.md', runbooks), 'utf8')
/** The first two cells of each line from this heading to the metrics' end. */
const cellsFrom = (heading: string): string[][] =>
  manual
    .slice(manual.indexOf(heading), manual.indexOf('## Dashboards'))
    .split('\n')
    .map((line) => line.split('|').slice(1, 3))
const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([a-z0-9]+(?:_[a-z0-9]+)+)`/g)].map(([, name = '']) => name)

/** The metrics in the tables of the manual. */
const metricsOfManual = (): string[] => cellsFrom('### Of every service').flat().flatMap(namesIn)

/** Services by metric, both sorted. */
const groupServices = (pairs: readonly (readonly [string, string])[]): Map<string, string[]> => {
  const groups = Map.groupBy(pairs.toSorted(), ([metric]) => metric)
  return new Map([...groups].map(([metric, some]) => [metric, [...new Set(some.map(([, service]) => service))]]))
}

/** The services of each metric in the manual's table of metrics that not all services have. */
const servicesInManual = groupServices(
  cellsFrom('### Of one service').flatMap(([services = '', metrics = '']) =>
    namesIn(metrics).flatMap((metric) => services.split(',').map((service) => [metric, service.trim()] as const)),
  ),
)

/** The services whose own dashboard names a metric. */
const servicesInDashboards = groupServices(
  dashboards.flatMap(({ uid, rows }) => {
    const exprs = rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)))
    const metrics = exprs.flatMap(metricsOf).map((metric) => metric.replace(/_bucket$/, ''))
    return uid === 'guidebook-main-job' ? [] : metrics.map((metric) => [metric, uid.replace('guidebook-', '')] as const)
  }),
)

interface Targets {
  activeTargets: { labels: { service: string }; health: string; lastError: string }[]
}
interface RuleGroups {
  groups: {
    rules: { name: string; health: string; state: string; labels: { severity: string }; lastError?: string }[]
  }[]
}

let system: Awaited<ReturnType<typeof usualSystem>>
let running: Awaited<ReturnType<typeof startPrometheus>>
beforeAll(async () => {
  system = await usualSystem()
  const { services } = system.describe()
  running = await startPrometheus(
    Object.fromEntries(Object.entries(services).map(([name, one]) => [name, one.healthUrl])),
  )
  await eventually('Prometheus has read all services', 60_000, async () => {
    const { activeTargets } = await running.api<Targets>('targets')
    return activeTargets.length === 6 && activeTargets.every(({ health }) => health === 'up')
  })
}, 900_000)
afterAll(() => running?.[Symbol.asyncDispose]())

it('every metric that a dashboard or a rule names is there', async () => {
  const known = new Set(await running.api<string[]>('label/__name__/values'))
  const named = new Set([...ofDashboards, ...ofAlerts].flatMap(metricsOf))
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

it('every metric of the manual is there, and the manual names every metric that a dashboard or a rule reads', async () => {
  const known = new Set(await running.api<string[]>('label/__name__/values'))
  const documented = metricsOfManual()
  expect(documented.filter((name) => !known.has(name) && !known.has(`${name}_bucket`))).toEqual([])
  const named = new Set(
    [...ofDashboards, ...ofAlerts].flatMap(metricsOf).map((name) => name.replace(/_(bucket|count)$/, '')),
  )
  // Prometheus' own.
  named.delete('up')
  const found = new Set(documented.map((name) => name.replace(/_count$/, '')))
  expect([...named].filter((name) => !found.has(name))).toEqual([])
})

it('the manual names all services that have a metric, and the dashboards of all show it if one does', async () => {
  const metrics = [...servicesInManual.keys()]
  expect(metrics.length).toBeGreaterThan(20)
  const series = await running.api<{ __name__: string; service: string }[]>('series', {
    'match[]': `{__name__=~"(${metrics.join('|')})(_count)?"}`,
  })
  const measured = groupServices(
    series.map(({ __name__, service }) => [__name__.replace(/_count$/, ''), service] as const),
  )
  expect(servicesInManual).toEqual(new Map(metrics.map((metric) => [metric, measured.get(metric)])))
  const shown = metrics.filter((metric) => servicesInDashboards.has(metric))
  for (const metric of shown) expect(servicesInDashboards.get(metric), metric).toEqual(measured.get(metric))
})

it('the runbook of refused requests names all limits', async () => {
  const runbook = readFileSync(new URL('RequestsRefused.md', runbooks), 'utf8')
  const limits = await running.api<string[]>('label/limit/values', { 'match[]': 'gateway_refused_requests_total' })
  expect(limits).toContain('default')
  expect(limits.filter((limit) => !runbook.includes(`\`${limit}\``))).toEqual([])
})

it('every selection of a dashboard or a rule finds series, so its labels exist', async () => {
  const empty: string[] = []
  // Requests that failed need not exist, nor requests to the builder, which serves support only.
  const selectors = [...ofDashboards, ...ofAlerts]
    .flatMap(selectorsOf)
    .filter((one) => !/^http_server.*service="builder"/.test(one))
    .map((one) => one.replace(/http_response_status_code=~"5..",?/, '').replace(',}', '}'))
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
  expect(
    evaluated
      .filter(({ state, labels }) => state === 'firing' && labels.severity === 'critical')
      .map(({ name }) => name),
  ).toEqual([])
})

/** The value of a query, which returns one number. */
const readValue = async (query: string): Promise<number> => {
  const { result } = await running.api<{ result: { value: [number, string] }[] }>('query', { query })
  return Number(result[0]?.value[1])
}

it.concurrent.each([
  ['builds', waitBuilds, 'max(builder_builds_waiting)', 'max(builder_oldest_build_seconds)'],
  ['deliveries', waitDeliveries, 'max(webhook_deliveries_due)', 'max(webhook_oldest_due_age_seconds)'],
  ['commands', waitCommands, 'max(importer_commands_unsettled)', 'max(importer_oldest_command_age_seconds)'],
])(
  'for scaling, the number and the age of waiting %s rise with the work and fall after it',
  async (_, wait, number, age) => {
    await eventually('nothing waits', 60_000, async () => (await readValue(age)) < 60)
    const work = await wait(system.describe())
    try {
      await eventually('the work is counted', 30_000, async () => (await readValue(number)) >= work.count)
      await eventually('its age is measured', 30_000, async () => (await readValue(age)) >= work.seconds)
    } finally {
      await work[Symbol.asyncDispose]()
    }
    await eventually('the work is done', 30_000, async () => (await readValue(age)) < 60)
  },
  900_000,
)
