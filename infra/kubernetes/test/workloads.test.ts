import { readFileSync } from 'node:fs'
import { serviceNames } from '@guidebook/contracts'
import { describe, expect, it } from 'vitest'
import { ofKind, render } from './render.ts'

const small = render('overlays/small')
const deployments = ofKind(small, 'Deployment')
const jobs = ofKind(small, 'Job')
const pods = [...deployments, ...jobs].map(({ kind, metadata, spec }) => ({
  name: `${kind} ${metadata.name}`,
  pod: spec.template.spec,
  container: spec.template.spec.containers[0],
}))

const deploymentOf = (service: string) => {
  const found = deployments.find(({ metadata }) => metadata.name === service)
  if (found === undefined) throw new Error(`no Deployment ${service}`)
  return found.spec.template.spec
}

const units: Readonly<Record<string, number>> = { Mi: 1, Gi: 1_024 }
/** `1Gi` in MiB. */
const mebibytes = (quantity: string): number =>
  Number.parseInt(quantity, 10) * (units[quantity.slice(-2)] ?? Number.NaN)

/** `10s` in seconds. */
const seconds = (duration: string | undefined): number => Number(duration?.replace(/s$/, ''))

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

it('each service has one Deployment and one Service', () => {
  expect(deployments.map(({ metadata }) => metadata.name).toSorted()).toEqual(serviceNames.toSorted())
  expect(
    ofKind(small, 'Service')
      .map(({ metadata }) => metadata.name)
      .toSorted(),
  ).toEqual(serviceNames.toSorted())
})

it('each schema has a Job that migrates it; further Jobs prepare database, broker and bucket', () => {
  const commands = jobs.map(({ spec }) => spec.template.spec.containers[0].args[0])
  expect(commands.toSorted()).toEqual([...serviceNames, 'database', 'broker', 'bucket'].toSorted())
  expect(jobs.filter(({ spec }) => spec.template.spec.restartPolicy !== 'Never')).toEqual([])
})

describe.each(pods)('$name', ({ pod, container }) => {
  it('runs without root, capabilities, a token of the cluster or a writable root', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 10_001,
      runAsGroup: 10_001,
      fsGroup: 10_001,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(pod.enableServiceLinks).toBe(false)
    expect(pod.containers).toHaveLength(1)
  })

  it('requests processor time and memory, limits memory, and can write to /tmp', () => {
    expect(Object.keys(container.resources.requests).toSorted()).toEqual(['cpu', 'memory'])
    expect(mebibytes(container.resources.limits.memory)).toBeGreaterThan(mebibytes(container.resources.requests.memory))
    expect(container.volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' })
    expect(pod.volumes.find(({ name }: { name: string }) => name === 'tmp').emptyDir.sizeLimit).toMatch(/^\d+[MG]i$/)
  })
})

describe.each(deployments.map(({ metadata, spec }) => ({ name: metadata.name, spec })))('$name', ({ name, spec }) => {
  const pod = spec.template.spec
  const container = pod.containers[0]

  it('is probed on its health listener', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/livez', port: 'health' },
      { path: '/livez', port: 'health' },
      { path: '/readyz', port: 'health' },
    ])
    // A start waits up to 60 s for the database.
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThan(60)
  })

  it('is replaced without losing a replica, and has time to stop', () => {
    expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
    const declared = text('packages/service-kit/src/config/common-settings.ts')
    const deadline = seconds(declared.match(/SHUTDOWN_DEADLINE[^}]*?default: '(\d+s)'/)?.[1])
    const delay = seconds(container.env.find((one: { name: string }) => one.name === 'SHUTDOWN_DELAY').value)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(delay + deadline)
  })

  it('is spread over zones and nodes', () => {
    const keys = pod.topologySpreadConstraints.map((one: { topologyKey: string }) => one.topologyKey)
    expect(keys).toEqual(['topology.kubernetes.io/zone', 'kubernetes.io/hostname'])
    for (const { labelSelector } of pod.topologySpreadConstraints) expect(labelSelector).toEqual(spec.selector)
  })

  it('gets its own settings and secrets, and those of no other service', () => {
    expect(container.envFrom).toEqual([{ configMapRef: { name: `${name}-settings` } }])
    const secrets = pod.volumes.flatMap(
      (volume: { secret?: { secretName: string } }) => volume.secret?.secretName ?? [],
    )
    expect(secrets).toEqual([`${name}-secrets`])
    expect(container.volumeMounts).toContainEqual({ name: 'secrets', mountPath: '/run/guidebook', readOnly: true })
  })

  it('has the memory that the benchmark allows', () => {
    const figures = text('packages/acceptance/README.md')
    const ofService = Number(figures.match(/resident memory of every service .*\| (\d+) MiB/)?.[1])
    const ofWorker = Number(figures.match(/peak memory of a render worker .*\| (\d+) MiB/)?.[1])
    expect(mebibytes(container.resources.requests.memory)).toBeGreaterThanOrEqual(ofService)
    if (name !== 'builder') return
    const settings = text('services/builder/src/config.ts')
    const forImages = Number(settings.match(/IMAGE_MEMORY_MIB[^}]*?default: (\d+)/)?.[1])
    const workers = Number(container.env.find((one: { name: string }) => one.name === 'RENDER_WORKERS').value)
    // One more worker, and as much again for images, for accounts that use none.
    const most = ofService + (workers + 1) * ofWorker + 2 * forImages
    expect(mebibytes(container.resources.limits.memory)).toBeGreaterThanOrEqual(most)
  })
})

it("the gateway's volume for large bodies holds more than SPOOL_BYTES", () => {
  const gateway = deploymentOf('gateway')
  const declared = text('services/gateway/src/config.ts')
  const gibibytes = Number(declared.match(/SPOOL_BYTES[^}]*?default: (\d+) \* 1024 \*\* 3/)?.[1])
  expect(gateway.containers[0].volumeMounts).toContainEqual({ name: 'spool', mountPath: '/var/spool/guidebook' })
  const spool = gateway.volumes.find(({ name }: { name: string }) => name === 'spool')
  expect(mebibytes(spool.emptyDir.sizeLimit)).toBeGreaterThan(gibibytes * 1_024)
})
