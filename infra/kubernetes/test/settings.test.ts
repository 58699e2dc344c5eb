import { readFileSync } from 'node:fs'
import { serviceNames } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import { ofKind, render } from './render.ts'

const small = render('overlays/small')

/** The reference is generated from the declarations. */
const reference = readFileSync(new URL('../../../docs/operations/configuration.md', import.meta.url), 'utf8')

const settingsIn = (heading: string): string[] => {
  const section = reference.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name)
}

it.each(serviceNames)('each variable of %s is one of its settings', (service) => {
  const deployment = ofKind(small, 'Deployment').find(({ metadata }) => metadata.name === service)
  const names = deployment?.spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name)
  expect(names).toContain('SHUTDOWN_DELAY')
  const declared = [...settingsIn('All services'), ...settingsIn(service)]
  expect(names.filter((name: string) => !declared.includes(name))).toEqual([])
})

it('the manual lists each variable that takes precedence over the settings of the folder', () => {
  const [listed = ''] = /^- in Kubernetes, .*$/m.exec(reference) ?? []
  for (const { spec } of ofKind(small, 'Deployment')) {
    for (const { name } of spec.template.spec.containers[0].env) expect(listed).toContain(`\`${name}\``)
  }
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
