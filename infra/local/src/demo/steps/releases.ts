import { expectThat } from '../checklist.ts'
import { type Accounts, type DemoContext, partner } from '../context.ts'
import { waitUntil } from '../wait-until.ts'
import type { Libraries } from './content.ts'
import { onDemandBody, onDemandDays } from './on-demand-body.ts'

/** The fields of a release record that the demonstration reads. */
export interface Release {
  link: string
  url: string
  bundleName: string
  startdate: string
  enddate: string
  pdfAvailable: boolean
  sellerDownloadCode: number | null
  seller: { name: string } | null
}

interface Build {
  state: 'waiting' | 'running' | 'completed' | 'failed'
  generation: number | null
  message: string | null
}

export interface Releases {
  plain: Release
  shared: Release
  onDemand: Release
  /** Title of the on-demand guidebook after its update. */
  onDemandTitle: string
}

const buildDeadlineMs = 120_000

/** Waits until the newest build of a release has completed, then reads the release. */
async function built(context: DemoContext, { operator }: Accounts, { link }: Release): Promise<Release> {
  const api = partner(context, operator)
  const path = `/content/release/${operator.id}/${link}`
  return await waitUntil(`the build of ${link} completed`, buildDeadlineMs, async () => {
    const { body: build } = await api.send<Build>('GET', `${path}/build`, 200)
    expectThat(build.state !== 'failed', `the build failed: ${build.message ?? 'see the audit log'}`)
    if (build.state !== 'completed') return undefined
    const { body: release } = await api.send<Release>('GET', path, 200)
    return release.pdfAvailable ? release : undefined
  })
}

/** Creates a plain release, one for the reseller, and one on demand that is then changed. */
export async function createReleases(
  context: DemoContext,
  accounts: Accounts,
  libraries: Libraries,
): Promise<Releases> {
  const { data, day, list, run } = context
  const { operator, reseller } = accounts
  const api = partner(context, operator)
  const request = {
    account: operator.id,
    guidebookExternalId: libraries.guidebook,
    startdate: day(0),
    enddate: day(30),
    arrivaldate: day(0),
    departuredate: day(Math.min(data.stages.length, 30)),
    lang: 'en',
    devices: 2,
  }
  const create = async (more: object) =>
    (await api.send<Release>('POST', '/content/release', 201, { ...request, ...more })).body
  const plain = await list.step('a plain release is created and built', async () =>
    built(context, accounts, await create({ downloadCode: run.code(1) })),
  )
  const shared = await list.step('a release for the reseller is created and built', async () => {
    const created = await create({ downloadCode: run.code(2), resellerOid: reseller.oid, lang: 'de' })
    expectThat(created.seller?.name === reseller.name, 'the record does not name the reseller')
    expectThat(created.sellerDownloadCode !== null, 'the reseller received no code')
    return built(context, accounts, created)
  })
  const title = english(data.titles)
  const body = await onDemandBody(context, accounts, libraries, title)
  const first = await list.step('an on-demand release of three stages is created and built', async () => {
    const { body: created } = await api.send<Release>('POST', '/content/release/ondemand', 202, body)
    return built(context, accounts, created)
  })
  const onDemandTitle = `${title}, second edition`
  await list.step('it is updated and built again', async () => {
    const changed = { ...body, guidebook: { ...body.guidebook, title: onDemandTitle } }
    const { body: updated } = await api.send<Release>('PUT', '/content/release/ondemand', 200, changed)
    expectThat(updated.link === first.link, 'the update changed the Trip Link')
    return built(context, accounts, updated)
  })
  const onDemand = await list.step('its period is moved to start today', async () => {
    const path = `/content/release/${operator.id}/${first.link}/period`
    const { body: moved } = await api.send<Release>('PATCH', path, 200, { start: day(0), end: day(onDemandDays.end) })
    expectThat(moved.startdate === day(0), `it starts ${moved.startdate}`)
    return built(context, accounts, moved)
  })
  return { plain, shared, onDemand, onDemandTitle }
}

const english = (texts: Readonly<Record<string, string>>) => texts.en ?? Object.values(texts)[0] ?? ''
