import { type ServiceName, serviceNames } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import { ofKind, render } from './render.ts'

const small = render('overlays/small')

const settingsOf = async (service: ServiceName): Promise<string[]> => {
  const { spec } = await import(new URL(`../../../services/${service}/src/config.ts`, import.meta.url).href)
  return Object.keys(spec)
}

it.each(serviceNames)('each variable of %s is one of its settings', async (service) => {
  const deployment = ofKind(small, 'Deployment').find(({ metadata }) => metadata.name === service)
  const names = deployment?.spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name)
  expect(names).toContain('SHUTDOWN_DELAY')
  const declared = await settingsOf(service)
  expect(names.filter((name: string) => !declared.includes(name))).toEqual([])
})

it('each secret of a Job is in a file that the Job mounts', () => {
  for (const { spec } of ofKind(small, 'Job')) {
    const [{ env, volumeMounts }] = spec.template.spec.containers
    expect(env).not.toEqual([])
    for (const { name, value } of env) {
      expect(value).toBe(`/run/guidebook/${name.replace(/_FILE$/, '')}`)
      expect(name).toMatch(/_FILE$/)
    }
    expect(volumeMounts).toContainEqual({ name: 'secrets', mountPath: '/run/guidebook', readOnly: true })
  }
})
