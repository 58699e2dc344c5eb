import { untilNoneLeft } from '../../src/eventually.ts'
import { listReleases } from '../../src/list-releases.ts'
import { linkOf } from '../../src/webhook-ledger.ts'
import type { Load } from './load.ts'

export interface Account {
  requests: number
  failed: number
  acknowledged: number
  rows: number
  webhooks: number
  /** Acknowledged releases and rows that do not exist, whose link does not work, or whose webhook did not arrive. */
  lost: string[]
  /** Releases that exist twice or that nobody created, and releases with two webhooks. */
  doubled: string[]
  drainedMs: number
}

/** Waits until all work has been done, then compares what exists with what was acknowledged. Stop the load before. */
export async function accountFor({ operator, reseller, ledger, requests, acknowledged, send }: Load): Promise<Account> {
  const startedAt = Date.now()
  const patienceMs = 60_000
  const { releases, rows } = acknowledged
  const posted = () => ledger.postedTo([reseller.id]).map((post) => ({ ...post, link: linkOf(post) }))

  await untilNoneLeft('mailed rows', patienceMs, async () => {
    const codes = new Set((await listReleases(operator)).map(({ downloadCode }) => Number(downloadCode)))
    return rows.filter((row) => !codes.has(row)).length
  })
  await untilNoneLeft('releases to build', patienceMs, async () => {
    return (await listReleases(operator)).filter(({ pdfAvailable }) => !pdfAvailable).length
  })
  await untilNoneLeft('webhooks to deliver', patienceMs, () => {
    const delivered = new Set(posted().flatMap(({ link, status }) => (status === 204 ? [link] : [])))
    return releases.filter(({ link }) => !delivered.has(link)).length
  })
  const drainedMs = Date.now() - startedAt

  const existing = await listReleases(operator)
  const links = new Set(existing.map(({ link }) => link))
  const known = new Set([...releases.map(({ downloadCode }) => Number(downloadCode)), ...rows])
  const lost = releases.filter(({ link }) => !links.has(link)).map(({ link }) => `release ${link}`)
  for (const { link } of existing) {
    for (const path of [`/t/${link}`, `/t/${link}/roadbook.pdf`]) {
      const { status } = await send('GET', path)
      if (status !== 200) lost.push(`${path}: ${status}`)
    }
  }
  const codes = existing.map(({ downloadCode }) => Number(downloadCode))
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index || !known.has(code))
  const ids = Map.groupBy(posted(), ({ link }) => link)
  const webhooksTwice = [...ids].filter(([, posts]) => new Set(posts.map(({ webhookId }) => webhookId)).size > 1)
  const unsigned = posted().filter(({ signed }) => !signed)
  if (unsigned.length > 0) throw new Error(`${unsigned.length} webhooks have a wrong signature`)
  return {
    requests: requests.sent,
    failed: requests.failures.length,
    acknowledged: releases.length,
    rows: rows.length,
    webhooks: ids.size,
    lost,
    doubled: [...twice.map((code) => `release ${code}`), ...webhooksTwice.map(([link]) => `webhook of ${link}`)],
    drainedMs,
  }
}

/** The counts in one line. */
export const describeAccount = (account: Account): string =>
  [
    `${account.requests} requests`,
    `${account.failed} failed`,
    `${account.acknowledged} releases and ${account.rows} rows acknowledged`,
    `${account.webhooks} webhooks`,
    `${account.lost.length} lost`,
    `${account.doubled.length} doubled`,
    `drained in ${(account.drainedMs / 1000).toFixed(1)} s`,
  ].join(', ')
