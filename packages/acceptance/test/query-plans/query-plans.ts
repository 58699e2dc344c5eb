import { type ServiceName, serviceNames } from '@guidebook/contracts'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvOf, importSettings } from '../../src/account/fixtures.ts'
import { eventually } from '../../src/eventually.ts'
import { mailBookings } from '../../src/import-mail.ts'
import { type Partner, type Partners, supportOf } from '../../src/partners.ts'
import { type RetryingClient, retryingClient } from '../../src/retrying-client.ts'
import type { Description } from '../../src/running-system.ts'
import { day, onDemandRelease, plainRelease } from '../../src/trip.ts'
import { catalogOf } from './catalog.ts'
import { exceptions } from './exceptions.ts'
import { openExplainer, type Scan } from './explain.ts'
import { statementsOf } from './statements.ts'
import { accessTo, tables } from './tables.ts'

const isException = (statement: string) => exceptions.find((one) => statement.includes(one.statement))

/** The scans of a statement that name none of the columns by which the table is found. */
const faultsOf = (service: ServiceName, scans: readonly Scan[]): Scan[] =>
  scans.filter(({ table, condition }) => {
    const columns = accessTo(service, table)
    return !columns.some((column) => new RegExp(`\\b${column} (=|<)`).test(condition))
  })

interface PlansBench {
  system(): Description
  /** A reseller whose webhook is answered, and an operator with the content of `createContent`. */
  partners(): Partners
  /** The suffix of the content. */
  suffix: string
}

/**
 * Tables can be distributed over several PostgreSQL servers by account: the plan of every statement that the services run at their start and for
 * the main job names one, or the statement is an exception with a reason. The system has done nothing else before.
 */
export const queryPlans = (bench: PlansBench): void => {
  let system: Description
  let statements: Record<string, string[]>

  beforeAll(async () => {
    system = bench.system()
    await mainJob(system, bench.partners(), bench.suffix)
    statements = await statementsOf(system)
  }, 900_000)

  describe.each(serviceNames)('%s', (service) => {
    it('has a distribution for each of its tables, and a table for each distribution', async () => {
      const { tables: existing } = await catalogOf(system.databases[service] ?? '')
      expect(existing).toEqual(Object.keys(tables[service]).sort())
    })

    it('names one account, or the column that its table is found by, in every statement that is no exception', async () => {
      await using explainer = await openExplainer(system.databases[service] ?? '')
      const faults: string[] = []
      for (const statement of statements[service] ?? []) {
        if (isException(statement)) continue
        for (const { table, condition } of faultsOf(service, await explainer.scansOf(statement)))
          faults.push(`${table} by ${condition || 'reading all rows'}: ${statement}`)
      }
      expect(faults).toEqual([])
    })
  })

  describe('an exception', () => {
    it.each(exceptions.filter(({ isRare }) => !isRare))('is used: $statement', ({ statement }) => {
      expect(
        Object.values(statements)
          .flat()
          .some((text) => text.includes(statement)),
      ).toBe(true)
    })

    it('names an existing index', async () => {
      const existing = await Promise.all(serviceNames.map((service) => catalogOf(system.databases[service] ?? '')))
      const indexes = new Set(existing.flatMap((catalog) => catalog.indexes))
      expect(exceptions.map(({ index }) => index).filter((name) => name !== undefined && !indexes.has(name))).toEqual(
        [],
      )
    })
  })

  it.each([
    ['gateway', /^select asked\.place, k\.id, .* join api_keys/],
    ['geodata', /^select asked\.place, id, titles, .* join guidebooks/],
    ['releases', /^with claimed as \(insert into download_codes/],
    ['releases', /^select r\.account, .* from release_links/],
    ['releases', /^insert into audit_entries/],
    ['releases', /^update "releases" set "devices" =/],
    ['builder', /^with older as \( update builds/],
    ['webhooks', /^insert into deliveries/],
    ['importer', /^with outcome as \(/],
  ] as const)('%s ran the statement of the main job %s', (service, pattern) => {
    expect(statements[service]?.filter((text) => pattern.test(text))).not.toEqual([])
  })
}

/** Releases of each kind and by mail; changed, built, delivered to a seller, opened by a traveller; and a look at all metrics. */
async function mainJob(description: Description, { operator, reseller }: Partners, suffix: string): Promise<void> {
  const guidebook = `GB-${suffix}`
  const post = async (path: string, body: object) =>
    (await sendAccepted<{ link: string }>(operator.client, 'POST', path, body)).link
  const onDemand = onDemandRelease(operator.oid, 13, `LIB-${suffix}`, reseller.oid)
  const links = [
    await post('/content/release', plainRelease(operator.id, guidebook, 11)),
    await post('/content/release', plainRelease(operator.id, guidebook, 12, reseller.oid)),
    await post('/content/release/ondemand', { ...onDemand, publish: { ...onDemand.publish, startDate: day(0) } }),
  ]
  const traveller = retryingClient(description.baseUrl, null)
  for (const link of links) {
    const path = `/content/release/${operator.id}/${link}`
    await sendAccepted(operator.client, 'PATCH', `${path}/devices/5`)
    await eventually(`the build of ${link}`, 90_000, async () => {
      return (await sendAccepted<{ pdfAvailable: boolean }>(operator.client, 'GET', path)).pdfAvailable
    })
    for (const part of ['', '/roadbook.pdf', '/gpx']) {
      const { status } = await traveller.download(`/t/${link}${part}`)
      if (status !== 200) throw new Error(`/t/${link}${part}: ${status}`)
    }
  }
  const get = <T>({ client }: Partner, path: string) => sendAccepted<{ items: T[] }>(client, 'GET', path)
  await get(operator, `/content/release/${operator.id}?limit=10`)
  await get(operator, '/account/changes')
  const { items } = await get<{ id: string }>(operator, '/content/geodata?q=a&limit=1')
  await get(operator, `/content/guidebook?q=a&item=${items[0]?.id}&sort=title`)
  await importBooking(description, operator, guidebook)
  await eventually('the deliveries', 60_000, async () => {
    const { items } = await get<{ state: string }>(reseller, '/account/webhook/deliveries')
    return items.length === 2 && items.every(({ state }) => state === 'delivered')
  })
  for (const { healthUrl } of Object.values(description.services)) {
    for (const path of ['/readyz', '/metrics']) await (await fetch(`${healthUrl}${path}`)).text()
  }
}

async function importBooking(description: Description, { id, client }: Partner, guidebook: string): Promise<void> {
  const sender = `plans-${id}@partner.guidebook.test`
  await sendAccepted(supportOf(description), 'PUT', `/admin/accounts/${id}/import`, importSettings(sender))
  await mailBookings(description, sender, csvOf([14], guidebook, ''))
  await eventually('the import', 90_000, async () => {
    const { items } = await sendAccepted<{ items: { state: string }[] }>(client, 'GET', '/account/imports')
    return items.some(({ state }) => state === 'completed')
  })
}

/** Returns the body of the response. Throws when the request is refused: it has not run the statements of its operation. */
async function sendAccepted<T>(client: RetryingClient, method: string, path: string, body?: object): Promise<T> {
  const answer = await client.send<T>(method, path, body)
  if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
