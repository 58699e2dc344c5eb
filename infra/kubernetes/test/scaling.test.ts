import { globSync, readFileSync } from 'node:fs'
import { serviceNames } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import { ofKind, render } from './render.ts'

const production = render('overlays/production')
const hpas = ofKind(production, 'HorizontalPodAutoscaler')
const scaledObjects = ofKind(production, 'ScaledObject')

interface Trigger {
  type: string
  metricType: string
  metadata: Record<string, string>
}
const triggers: Trigger[] = scaledObjects.flatMap(({ spec }) => spec.triggers)
const queries = triggers.filter(({ type }) => type === 'prometheus').map(({ metadata }) => metadata.query ?? '')

it('each service has one autoscaler, and at least two replicas', () => {
  const scales = [...hpas, ...scaledObjects].map(({ metadata, spec }) => {
    expect(spec.scaleTargetRef.name).toBe(metadata.name)
    const [least, most] = [spec.minReplicas ?? spec.minReplicaCount, spec.maxReplicas ?? spec.maxReplicaCount]
    expect(least).toBeGreaterThanOrEqual(2)
    expect(most).toBeGreaterThan(least)
    return metadata.name
  })
  expect(scales.toSorted()).toEqual(serviceNames.toSorted())
})

it('no Deployment sets the number of its replicas, which its autoscaler sets', () => {
  expect(ofKind(production, 'Deployment').filter(({ spec }) => 'replicas' in spec)).toEqual([])
})

it('maintenance of nodes leaves all replicas of a service but one', () => {
  const budgets = ofKind(production, 'PodDisruptionBudget')
  expect(budgets.map(({ metadata }) => metadata.name).toSorted()).toEqual(serviceNames.toSorted())
  const deployments = new Map(ofKind(production, 'Deployment').map(({ metadata, spec }) => [metadata.name, spec]))
  for (const { metadata, spec } of budgets) {
    expect(spec).toEqual({ maxUnavailable: 1, selector: deployments.get(metadata.name).selector })
  }
})

it('processor time is measured against a request', () => {
  const scaledByCpu = [
    ...hpas.filter(({ spec }) =>
      spec.metrics.some((one: { resource?: { name: string } }) => one.resource?.name === 'cpu'),
    ),
    ...scaledObjects.filter(({ spec }) => spec.triggers.some(({ type }: Trigger) => type === 'cpu')),
  ].map(({ metadata }) => metadata.name)
  expect(scaledByCpu.toSorted()).toEqual(['gateway', 'geodata', 'importer', 'releases'])
  for (const { metadata, spec } of ofKind(production, 'Deployment')) {
    if (!scaledByCpu.includes(metadata.name)) continue
    expect(spec.template.spec.containers[0].resources.requests.cpu).toMatch(/^\d+m?$/)
  }
})

it('each metric that KEDA reads is a gauge of a service', () => {
  const sources = globSync('../../../services/*/src/**/*.ts', { cwd: import.meta.dirname })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
    .filter((source) => source.includes('ObservableGauge'))
    .join()
  const metrics = queries.map((query) => query.match(/^max\((\w+)\{namespace="guidebook"\}\)$/)?.[1])
  expect(metrics).toHaveLength(5)
  expect(metrics.filter((metric) => metric === undefined || !sources.includes(`'${metric}'`))).toEqual([])
})

it('a number is divided by the replicas, an age is not', () => {
  for (const { type, metricType, metadata } of triggers) {
    if (type !== 'prometheus') continue
    expect(metricType).toBe(/_seconds\{/.test(metadata.query ?? '') ? 'Value' : 'AverageValue')
  }
})
