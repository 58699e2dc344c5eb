import { readFileSync } from 'node:fs'
import { type Operation, operations, type ServiceName, serviceNames } from '@guidebook/contracts'
import { describe, expect, it } from 'vitest'
import { type Manifest, ofKind, render } from './render.ts'

const all = render('overlays/production')
const policies = ofKind(all, 'NetworkPolicy')

interface Peer {
  podSelector?: Selector
  ipBlock?: { cidr: string; except: string[] }
}
interface Rule {
  from?: Peer[]
  to?: Peer[]
  ports: { port: number }[]
}
interface Selector {
  matchLabels: Record<string, string>
  matchExpressions?: { key: string; operator: string; values: string[] }[]
}

const nameLabel = 'app.kubernetes.io/name'

/** The programs that a selector selects. */
function selected({ matchLabels, matchExpressions = [] }: Selector): string[] {
  expect(matchLabels['app.kubernetes.io/part-of']).toBe('guidebook')
  const names = matchExpressions.find(({ key, operator }) => key === nameLabel && operator === 'In')?.values
  const name = matchLabels[nameLabel]
  return name === undefined ? (names ?? [...serviceNames, 'migrate']) : [name]
}

const policyOf = (name: string): Manifest => {
  const found = policies.find(({ metadata }) => metadata.name === name)
  if (found === undefined) throw new Error(`no NetworkPolicy ${name}`)
  return found
}

const byText = (calls: Iterable<string>) => [...new Set(calls)].toSorted()

/** `caller -> target` for each solid arrow between two services in the diagram. */
function drawn(): string[] {
  const document = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8')
  const diagram = document.match(/```mermaid\nflowchart LR\n([\s\S]*?)```/)?.[1] ?? ''
  const isService = (name: string) => serviceNames.includes(name as ServiceName)
  const ends = (text: string) => text.split('&').map((name) => name.trim())
  return [...diagram.matchAll(/^ *([\w &]+?) -->\|[^|]*\| ([\w &]+)$/gm)].flatMap(([, from = '', to = '']) =>
    ends(from).flatMap((caller) =>
      ends(to)
        .filter((target) => isService(caller) && isService(target))
        .map((target) => `${caller} -> ${target}`),
    ),
  )
}

/** The same of the contracts: the gateway calls all operations that are not internal. */
const declared = Object.values<Operation>(operations).flatMap(({ service, callers = ['gateway'] }) =>
  (service === 'every' ? serviceNames : [service]).flatMap((target) =>
    callers.filter((caller) => caller !== target).map((caller) => `${caller} -> ${target}`),
  ),
)

/** Ports of the listener for other services. */
const portOf = (target: string) => (target === 'gateway' ? 8081 : 8080)

const rulesOf = (policy: Manifest, direction: 'ingress' | 'egress'): Rule[] => policy.spec[direction] ?? []

describe('calls between services', () => {
  const allowed = (direction: 'ingress' | 'egress') =>
    serviceNames.flatMap((service) =>
      rulesOf(policyOf(service), direction).flatMap((rule) =>
        (rule.from ?? rule.to ?? []).flatMap(({ podSelector }) =>
          selected(podSelector as Selector).map((other) => {
            const [caller, target] = direction === 'ingress' ? [other, service] : [service, other]
            expect(rule.ports.map(({ port }) => port)).toEqual([portOf(target)])
            return `${caller} -> ${target}`
          }),
        ),
      ),
    )

  it('the diagram in ARCHITECTURE.md draws those of the contracts', () => {
    expect(byText(drawn())).toEqual(byText(declared))
  })

  it('a service receives the calls that the diagram draws, and no other', () => {
    expect(byText(allowed('ingress'))).toEqual(byText(drawn()))
  })

  it('a service may make the calls that the diagram draws, and no other', () => {
    expect(byText(allowed('egress'))).toEqual(byText(drawn()))
  })

  it('only the public listener of the gateway is open to everyone', () => {
    const open = policies.flatMap((policy) =>
      rulesOf(policy, 'ingress')
        .filter(({ from }) => from === undefined)
        .map(({ ports }) => [policy.metadata.name, ports.map(({ port }) => port)]),
    )
    expect(open).toEqual([['gateway', [8080]]])
  })
})

describe('everything else', () => {
  it('is denied for every pod, in both directions', () => {
    const { podSelector, policyTypes, ...rules } = policyOf('default-deny').spec
    expect(podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/part-of': 'guidebook' } })
    expect(policyTypes).toEqual(['Ingress', 'Egress'])
    expect(rules).toEqual({})
    const templates = [...ofKind(all, 'Deployment'), ...ofKind(all, 'Job')].map(({ spec }) => spec.template.metadata)
    expect(templates.filter(({ labels }) => labels['app.kubernetes.io/part-of'] !== 'guidebook')).toEqual([])
  })

  const everyone = [...serviceNames, 'migrate'].toSorted()
  const serviceAndSettings = (pattern: RegExp) =>
    serviceNames.filter((service) => {
      const start = new URL(`../../../services/${service}/src/service.ts`, import.meta.url)
      return pattern.test(readFileSync(start, 'utf8'))
    })

  it.each([
    ['dns', everyone],
    ['postgresql', everyone],
    ['rabbitmq', everyone],
    ['object-store', [...serviceAndSettings(/OBJECT_STORE_URL/), 'migrate']],
    ['smtp', serviceAndSettings(/SMTP_URL/)],
    ['redis', serviceAndSettings(/REDIS_URL/)],
    ['imap', ['importer']],
    ['internet', ['webhooks', 'builder']],
  ])('%s is reached by the programs that use it', (name, programs) => {
    expect(selected(policyOf(name).spec.podSelector).toSorted()).toEqual(programs.toSorted())
  })

  it('webhooks reaches no private network, and names the port 443 only', () => {
    const rules: Rule[] = policyOf('internet').spec.egress
    expect(rules.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([443])
    const blocks = rules.flatMap(({ to = [] }) => to.map(({ ipBlock }) => ipBlock))
    expect(blocks.map((block) => block?.cidr)).toEqual(['0.0.0.0/0', '::/0'])
    const excluded = blocks.flatMap((block) => block?.except ?? [])
    expect(excluded).toEqual(expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']))
    // No other rule leads out on this port.
    const others = policies.filter(({ metadata, spec }) => {
      const isFor = spec.policyTypes.includes('Egress') && selected(spec.podSelector).includes('webhooks')
      return isFor && metadata.name !== 'internet'
    })
    expect(
      others
        .flatMap((policy) => rulesOf(policy, 'egress'))
        .filter(({ ports }) => ports.some(({ port }) => port === 443)),
    ).toEqual([])
  })
})
