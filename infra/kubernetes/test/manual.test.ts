import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { renderExample } from './installation.ts'
import { type Manifest, ofKind } from './render.ts'

const root = new URL('../../../', import.meta.url)
const manual = readFileSync(new URL('docs/operations/kubernetes.md', root), 'utf8')
const commands = [...manual.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.trim().split('\n'))
const cluster = renderExample('cluster')

const argumentsOf = (pattern: RegExp) => commands.flatMap((command) => command.match(pattern)?.[1] ?? [])

/** Whether a label selector such as `component notin (a, b)` selects the object. */
function selects(selector: string, { metadata }: Manifest): boolean {
  const [, key = '', operator, values = ''] = selector.match(/^([\w./-]+?)(?:=| (notin) )\(?([^)]*)\)?$/) ?? []
  expect(key).toMatch(/^app\.kubernetes\.io\//)
  const value = metadata.labels?.[key]
  const isListed = value !== undefined && values.split(', ').includes(value)
  return operator === 'notin' ? !isListed : isListed
}

it('the manual uses kubectl and support’s command line only', () => {
  expect(commands.length).toBeGreaterThan(10)
  expect(commands.filter((command) => !/^(kubectl|npm run guidebook --) /.test(command))).toEqual([])
})

it('files and folders in commands exist', () => {
  const paths = argumentsOf(/ -[kf] (\S+)/)
  expect(paths).toContain('infra/kubernetes/examples/cluster')
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

it('objects in commands exist', () => {
  const names = argumentsOf(/ ((?:job|deployment|service)\/\w[\w-]*)/)
  expect(names.length).toBeGreaterThan(2)
  const existing = new Set(cluster.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`))
  expect(names.filter((name) => !existing.has(name))).toEqual([])
})

it('the steps apply every object, Jobs only after what they need', () => {
  const steps = commands.filter((command) => command.startsWith('kubectl apply -k')).slice(0, 3)
  const selectors = steps.map((command) => command.match(/ -l '?([^']*)'?$/)?.[1])
  const applied = selectors.map((selector) => cluster.filter((one) => selector === undefined || selects(selector, one)))
  const [first = [], second = [], third = []] = applied
  const jobs = (manifests: Manifest[]) => ofKind(manifests, 'Job').map(({ metadata }) => metadata.name)
  expect(jobs(first).toSorted()).toEqual(['prepare-broker', 'prepare-bucket', 'prepare-database'])
  expect(ofKind(first, 'Secret').length).toBe(ofKind(cluster, 'Secret').length)
  const late = ['Deployment', 'HorizontalPodAutoscaler', 'ScaledObject']
  expect(first.filter(({ kind }) => late.includes(kind))).toEqual([])
  expect(second.map(({ kind }) => kind)).toEqual(jobs(second).map(() => 'Job'))
  expect(jobs(second)).toHaveLength(6)
  expect(third).toHaveLength(cluster.length)
})

it('the way back changes no Job', () => {
  const back = commands.findLast((command) => command.startsWith('kubectl apply -k'))
  const selector = back?.match(/ -l '([^']+)'$/)?.[1] ?? ''
  const applied = cluster.filter((one) => selects(selector, one))
  expect(applied).toHaveLength(cluster.length - ofKind(cluster, 'Job').length)
})

it('the table of scaling has the limits and metrics of the autoscalers', () => {
  for (const { metadata, spec } of [
    ...ofKind(cluster, 'HorizontalPodAutoscaler'),
    ...ofKind(cluster, 'ScaledObject'),
  ]) {
    const row = manual.match(new RegExp(`^\\| ${metadata.name} .*$`, 'm'))?.[0]
    expect(row).toContain(
      `| ${spec.minReplicas ?? spec.minReplicaCount} to ${spec.maxReplicas ?? spec.maxReplicaCount} `,
    )
    const metrics = [...JSON.stringify(spec).matchAll(/max\((\w+)\{/g)].map(([, metric]) => metric)
    for (const metric of metrics) expect(row).toContain(`\`${metric}\``)
  }
})
