import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { renderExample } from './installation.ts'
import { type Manifest, ofKind, render } from './render.ts'
import { validateManifest } from './validate-manifest.ts'

const small = render('overlays/small')
const production = render('overlays/production')
const trying = renderExample('trying')
const cluster = renderExample('cluster')
const observability = render('../observability')

it.each(Object.entries({ small, production, trying, cluster }))(
  'the objects of %s match the schemas of Kubernetes',
  (_, all) => {
    expect(all.length).toBeGreaterThan(30)
    expect(all.flatMap(validateManifest)).toEqual([])
  },
)

it('the namespace matches its schema', () => {
  const text = readFileSync(new URL('../namespace.yaml', import.meta.url), 'utf8')
  expect(validateManifest(parse(text))).toEqual([])
})

it('Grafana’s sidecar finds each dashboard in its own ConfigMap', () => {
  const files = readdirSync(new URL('../../observability/grafana/dashboards', import.meta.url))
  const expected = files.toSorted().map((file) => ({
    name: file.replace('guidebook-', 'guidebook-dashboard-').replace('.json', ''),
    namespace: 'guidebook',
    labels: { grafana_dashboard: '1' },
    files: [file],
  }))
  const maps = ofKind(observability, 'ConfigMap').map(({ metadata, data }) => {
    const { name, namespace, labels } = metadata
    return { name, namespace, labels, files: Object.keys(data ?? {}) }
  })
  expect(maps.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual(expected)
  expect(observability.flatMap(validateManifest)).toEqual([])
})

it('kubectl can apply each object: the annotation with its former state is below the limit of 256 KiB', () => {
  for (const all of [small, production, trying, cluster, observability]) {
    const tooLarge = all.filter((one) => Buffer.byteLength(JSON.stringify(one)) >= 262_144)
    expect(tooLarge.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([])
  }
})

it('the check finds misspelt fields, wrong types, missing fields and unknown kinds', () => {
  const faultsOf = (change: (deployment: Manifest) => void) => {
    const deployment = structuredClone(small.find(({ kind }) => kind === 'Deployment')) as Manifest
    change(deployment)
    return validateManifest(deployment).join()
  }
  expect(faultsOf((one) => Object.assign(one.spec.template.spec.containers[0], { readinesProbe: {} }))).toContain(
    'unknown field /spec/template/spec/containers/0/readinesProbe',
  )
  expect(faultsOf((one) => Object.assign(one.spec, { replicas: 'two' }))).toContain('must be integer')
  expect(faultsOf((one) => delete one.spec.selector)).toContain('selector')
  expect(faultsOf((one) => Object.assign(one, { apiVersion: 'apps/v1beta1' }))).toContain('no schema')
})

it('all objects have the namespace guidebook, and each name is used once for a kind', () => {
  for (const all of [small, production, trying, cluster]) {
    expect(all.filter(({ metadata }) => metadata.namespace !== 'guidebook')).toEqual([])
    const names = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  }
})

it('the example of an installation replaces every image', () => {
  const images = JSON.stringify(cluster).matchAll(/"image":"([^"]+)"/g)
  expect([...images].map(([, image]) => image).filter((image) => !image?.startsWith('registry.example.com/'))).toEqual(
    [],
  )
})

it('programs use the settings and secrets of the folder, by names that change with their content', () => {
  for (const example of [trying, cluster]) {
    const names = new Set(
      [...ofKind(example, 'Secret'), ...ofKind(example, 'ConfigMap')].map(({ metadata }) => metadata.name),
    )
    expect(names.size).toBe(14)
    const pods = [...ofKind(example, 'Deployment'), ...ofKind(example, 'Job')]
    const used = JSON.stringify(pods).matchAll(/"(?:secretName|configMapRef":\{"name)":"([^"]+)"/g)
    const missing = [...used].map(([, name]) => name ?? '').filter((name) => !names.has(name))
    expect(missing).toEqual([])
    expect([...names].filter((name) => !/-(secrets|settings)-\w{10}$/.test(name))).toEqual([])
  }
})
