import type { ReleaseRecord } from '@guidebook/client'
import { type Accounts, type DemoContext, expectThat } from '../context.ts'
import { english } from '../data/data-set.ts'
import type { Libraries } from './content.ts'
import { onDemandBody, onDemandDays } from './on-demand-body.ts'

export type Releases = Awaited<ReturnType<typeof createReleases>>

const buildDeadlineMs = 120_000

/** Creates a plain release, one for the reseller, and one on demand that is then changed. */
export async function createReleases(context: DemoContext, accounts: Accounts, libraries: Libraries) {
  const { data, day, step, waitUntil, code } = context
  const { operator, reseller } = accounts
  const { releases } = context.partner(operator)
  const account = operator.id

  /** Waits until the newest build of a release has completed, then reads the release. */
  const built = ({ link }: ReleaseRecord): Promise<ReleaseRecord> =>
    waitUntil(`the build of ${link} completed`, buildDeadlineMs, async () => {
      const build = await releases.readBuild({ account, release: link })
      expectThat(build.state !== 'failed', `the build failed: ${build.message ?? 'see the audit log'}`)
      const release = build.state === 'completed' ? await releases.read({ account, release: link }) : undefined
      return release?.pdfAvailable ? release : undefined
    })

  const request = {
    account,
    guidebookExternalId: libraries.guidebook,
    startdate: day(0),
    enddate: day(30),
    arrivaldate: day(0),
    departuredate: day(Math.min(data.stages.length, 30)),
    lang: 'en',
    devices: 2,
  }
  const plain = await step('a plain release is created and built', async () =>
    built(await releases.create({ ...request, downloadCode: code(1) })),
  )
  const shared = await step('a release for the reseller is created and built', async () => {
    const sold = { downloadCode: code(2), resellerOid: reseller.oid, lang: 'de' }
    const created = await releases.create({ ...request, ...sold })
    expectThat(created.seller?.name === reseller.name, 'the record does not name the reseller')
    expectThat(created.sellerDownloadCode !== null, 'the reseller received no code')
    return built(created)
  })
  const title = english(data.titles)
  const body = onDemandBody(context, accounts, libraries, title)
  const first = await step('an on-demand release of three stages is created and built', async () =>
    built(await releases.onDemand.create(body)),
  )
  const onDemandTitle = `${title}, second edition`
  await step('it is updated and built again', async () => {
    const guidebook = { ...body.guidebook, title: onDemandTitle }
    const updated = await releases.onDemand.update({ ...body, guidebook })
    expectThat(updated.link === first.link, 'the update changed the Trip Link')
    return built(updated)
  })
  const onDemand = await step('its period is moved to start today', async () => {
    const period = { start: day(0), end: day(onDemandDays.end) }
    const moved = await releases.setPeriod({ account, release: first.link }, period)
    expectThat(moved.startdate === day(0), `it starts ${moved.startdate}`)
    return built(moved)
  })
  return { plain, shared, onDemand, onDemandTitle }
}
