import { readFileSync } from 'node:fs'
import { serviceNames } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import { ofKind, render } from './render.ts'

const dockerfile = readFileSync(new URL('../../container/Dockerfile', import.meta.url), 'utf8')
const small = render('overlays/small')

/** The instructions of a target and of those that it is built from. */
function stage(name: string): string {
  const [, base = '', text = ''] =
    dockerfile.match(new RegExp(`^FROM (\\S+) AS ${name}\\n([\\s\\S]*?)(?=^FROM |$(?![\\s\\S]))`, 'm')) ?? []
  return base === '' ? '' : stage(base) + text
}

/** `NAME=value` of all ENV instructions. */
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((one) => one.split('=') as [string, string]),
    ),
  )

const ports = { http: 'HTTP_PORT', health: 'HEALTH_PORT', internal: 'INTERNAL_PORT', admin: 'ADMIN_PORT' } as const

it.each(serviceNames)('the ports of %s are those of its image', (service) => {
  const deployment = ofKind(small, 'Deployment').find(({ metadata }) => metadata.name === service)
  const [container] = deployment?.spec.template.spec.containers ?? []
  expect(container.image).toBe(`guidebook/${service}:dev`)
  const variables = variablesOf(stage(service))
  const ofImage = Object.entries(ports).flatMap(([name, variable]) =>
    variables[variable] === undefined ? [] : [{ name, port: Number(variables[variable]) }],
  )
  const ofContainer = container.ports.map((one: { name: string; containerPort: number }) => ({
    name: one.name,
    port: one.containerPort,
  }))
  expect(ofContainer).toHaveLength(service === 'gateway' ? 4 : 2)
  expect(ofContainer).toEqual(expect.arrayContaining(ofImage))
  expect(ofImage).toHaveLength(ofContainer.length)
})

it("support's manual opens the pages at the port of the image's admin listener", () => {
  const manual = readFileSync(new URL('../../../docs/operations/support.md', import.meta.url), 'utf8')
  const ports = [...manual.matchAll(/localhost:(\d+)\/support/g)].map(([, port]) => port)
  expect(ports).toEqual([variablesOf(stage('gateway')).ADMIN_PORT])
})

it('pods run as the user of the images', () => {
  for (const { spec } of [...ofKind(small, 'Deployment'), ...ofKind(small, 'Job')]) {
    const [{ image }] = spec.template.spec.containers
    const [, name = ''] = image.match(/^guidebook\/(\w+):dev$/) ?? []
    const { runAsUser, runAsGroup } = spec.template.spec.securityContext
    expect(
      stage(name)
        .match(/USER \S+/g)
        ?.at(-1),
    ).toBe(`USER ${runAsUser}:${runAsGroup}`)
  }
})

it("the gateway's volume is where its image writes large bodies", () => {
  const gateway = ofKind(small, 'Deployment').find(({ metadata }) => metadata.name === 'gateway')
  const [{ volumeMounts }] = gateway?.spec.template.spec.containers ?? []
  expect(volumeMounts).toContainEqual({ name: 'spool', mountPath: variablesOf(stage('gateway')).SPOOL_DIRECTORY })
})
