/** "My guests did not get the roadbook": each cause is found by one command of support. Then the commands of support's page. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guidebookAt } from '@guidebook/cli/test'
import type { SupportDiagnosis } from '@guidebook/contracts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvOf, importSettings } from '../src/account/fixtures.ts'
import { wordsOf } from '../src/command-words.ts'
import { eventually } from '../src/eventually.ts'
import { mailBookings } from '../src/import-mail.ts'
import { connect, createPartner, type Partner, setWebhook, supportOf } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { type ReservedReceiver, reserveReceiver, sharedSystem } from '../src/shared-system.ts'
import { createContent, day, onDemandRelease, plainRelease } from '../src/trip.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

let system: Description
let operator: Partner
let reseller: Partner
let stranger: Partner
let silent: ReservedReceiver
let guidebook: string
const mark = randomUUID().slice(0, 8)
const sender = `bookings-${mark}@operator.example`
const unknownSender = `unknown-${mark}@operator.example`

/** Support's command line, as in a pipe. */
const runCommand = (words: readonly string[]) =>
  guidebookAt(system.adminUrl, words, { env: { GUIDEBOOK_ADMIN_TOKEN: system.adminToken } })

async function why(...words: string[]): Promise<{ code: number; answer: SupportDiagnosis; codes: string[] }> {
  const { code, out, err } = await runCommand(['why', ...words, '--json'])
  if (out === '') throw new Error(err)
  const answer = JSON.parse(out) as SupportDiagnosis
  const findings = [...answer.findings, ...answer.diagnoses.flatMap((one) => one.findings)]
  return { code, answer, codes: findings.map((finding) => finding.code) }
}

/** Repeats the command until it finds the cause: some causes take effect in the background. */
async function findsCause(cause: string, ...words: string[]) {
  let last = await why(...words)
  await eventually(`"guidebook why ${words.join(' ')}" finds ${cause}; it found ${last.codes}`, 60_000, async () => {
    last = await why(...words)
    return last.codes.includes(cause)
  })
  expect(last.code).toBe(0)
  return last.answer
}

let nextCode = Number.parseInt(mark.slice(0, 7), 16) * 100
const newCode = () => nextCode++

interface Release {
  link: string
  id: number
  downloadCode: number
}

async function release(fields: object = {}, code = newCode()): Promise<Release> {
  const body = { ...plainRelease(operator.id, guidebook, code), ...fields }
  const answer = await operator.client.send<Release>('POST', '/content/release', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const pathOf = ({ link }: Release, rest = '') => `/content/release/${operator.id}/${link}${rest}`
const change = async (target: Release, rest: string, method = 'PATCH') => {
  const { status } = await operator.client.send(method, pathOf(target, rest))
  expect(status).toBeLessThan(300)
}

beforeAll(async () => {
  system = (await sharedSystem()).describe()
  silent = await reserveReceiver(system)
  ;[operator, reseller, stranger] = await Promise.all([
    createPartner(system, 'operator', 'Alpine Walks'),
    createPartner(system, 'reseller', 'Travel Shop'),
    createPartner(system, 'operator', 'Other Walks'),
  ])
  await connect(system, operator, reseller)
  guidebook = await createContent(operator, mark)
  const { status } = await supportOf(system).send('PUT', `/admin/accounts/${operator.id}/import`, {
    ...importSettings(sender),
    onExistingCode: 'change',
  })
  expect(status).toBe(200)
}, 900_000)
afterAll(() => silent?.[Symbol.asyncDispose]())

const dates = (start: number, end: number) => ({
  startdate: day(start),
  enddate: day(end),
  arrivaldate: day(start),
  departuredate: day(end),
})

test('1: the link is not open yet; the day is that of the account', async () => {
  const { downloadCode } = await release(dates(20, 30))
  const { diagnoses } = await findsCause('shows-early', String(downloadCode))
  expect(diagnoses[0]?.release).toMatchObject({
    shows: 'early',
    period: { start: day(20), timeZone: 'Europe/Zurich', today: day(0) },
  })
})

test('2: the release period is over', async () => {
  const { link } = await release(dates(-20, -10))
  await findsCause('shows-over', `${system.baseUrl}/t/${link}`)
})

test('3: the release is disabled, and the answer says who did it', async () => {
  const target = await release()
  await change(target, '/disabled/1')
  const { diagnoses } = await findsCause('shows-disabled', target.link)
  expect(diagnoses[0]?.release?.changes[0]).toMatchObject({
    action: 'release.disabled',
    actor: expect.stringContaining('gbk_live_'),
  })
})

test('4: the release was revoked, also by its code, which is free again', async () => {
  const target = await release(dates(20, 30))
  await change(target, '', 'DELETE')
  const { diagnoses } = await findsCause('shows-revoked', operator.oid, String(target.downloadCode))
  expect(diagnoses).toHaveLength(1)
})

test('5: the PDF is switched off', async () => {
  const target = await release()
  await change(target, '/pdf/0')
  await findsCause('pdf-off', String(target.id))
})

test('6: the documents could not be built', async () => {
  if (system.databaseUrl === null) return
  const target = await release()
  const database = new pg.Client(system.databases.releases)
  await database.connect()
  await database.query('update releases set source_guidebook = $1 where link = $2', [randomUUID(), target.link])
  await database.query('delete from publications where release_id = $1', [target.id])
  await database.end()
  await change(target, '/build', 'POST')
  const { diagnoses } = await findsCause('shows-failed', target.link)
  expect(diagnoses[0]?.builder).toMatchObject({ state: 'failed', lastError: expect.any(String) })
})

test('7: all devices are registered', async () => {
  const target = await release({ devices: 1 })
  const body = { deviceId: `phone-of-${mark}`, name: 'Anna’s phone' }
  const { status } = await operator.client.send('POST', `/t/${target.link}/devices`, body)
  expect(status).toBe(201)
  const { diagnoses } = await findsCause('devices-full', String(target.downloadCode))
  expect(diagnoses[0]?.release?.devices).toMatchObject({ registered: 1, limit: 1, newest: [{ name: body.name }] })
})

test('8: the webhook of the seller does not respond', async () => {
  const { webhookReceiver: receiver } = silent.description
  await setWebhook(system, reseller, `https://${receiver.host ?? 'localhost'}:${receiver.port}/why`)
  const target = await release({ resellerOid: reseller.oid })
  const { diagnoses } = await findsCause('webhook-failing', target.link)
  expect(diagnoses[0]?.webhook?.deliveries[0]).toMatchObject({ state: 'pending', lastStatus: null })
})

test('9: the row of the file failed, so the code never became a release', async () => {
  const code = newCode()
  await mailBookings(system, sender, csvOf([code], 'NO-SUCH-TOUR', ''))
  const { diagnoses } = await findsCause('row-failed', operator.oid, String(code))
  expect(diagnoses[0]).toMatchObject({ release: null, importRows: [{ status: 'failed', sender }] })
})

test('10: the mail had the word TEST in its subject', async () => {
  const code = newCode()
  await mailBookings(system, sender, csvOf([code], guidebook, ''), 'TEST bookings')
  await findsCause('row-test', String(code))
})

test('11: the sender of the mail is on no list', async () => {
  await mailBookings(system, unknownSender, csvOf([newCode()], guidebook, ''))
  const { imports } = await findsCause('mail-quarantined', unknownSender)
  expect(imports[0]).toMatchObject({ state: 'quarantined', account: null })
})

test('12: the request was refused, found by its id and by its code', async () => {
  const code = newCode()
  const body = { ...plainRelease(operator.id, 'NO-SUCH-TOUR', code), lang: 'german' }
  const refused = await operator.client.send('POST', '/content/release', body)
  expect(refused.status).toBe(422)
  const requestId = refused.headers.get('x-request-id') ?? ''
  const traced = await findsCause('request-refused', requestId)
  expect(traced.requests[0]).toMatchObject({ status: 422, downloadCode: code, faults: [{ pointer: '/lang' }] })
  const { diagnoses } = await findsCause('request-refused', String(code))
  expect(diagnoses[0]).toMatchObject({ release: null, refusedRequests: [{ requestId, status: 422 }] })
})

test('13: a row that would change a locked release was refused', async () => {
  const target = await release(dates(1, 20))
  await change(target, '/locked/1')
  await mailBookings(system, sender, csvOf([target.downloadCode], guidebook, ''))
  const { diagnoses } = await findsCause('row-failed', String(target.downloadCode))
  expect(diagnoses[0]?.findings.map(({ code }) => code)).toContain('locked')
})

test('14: everything works, but nobody has opened the link; then somebody has', async () => {
  const target = await release()
  await eventually('the build', 120_000, async () => (await why(target.link)).codes.includes('shows-open'))
  const { diagnoses } = await findsCause('never-opened', target.link)
  expect(diagnoses[0]?.findings.map(({ severity }) => severity)).not.toContain('error')
  await operator.client.download(`/t/${target.link}`)
  const opened = await findsCause('opened', target.link)
  expect(opened.diagnoses[0]?.release?.usage).toMatchObject({ pageViews: 1, lastDay: day(0) })
})

test('the operator gets the same answer, the seller a part of it, and other accounts none', async () => {
  const target = await release({ resellerOid: reseller.oid })
  const ask = (partner: Partner, name: string | number, query = '') =>
    partner.client.send<SupportDiagnosis['diagnoses'][number] & { code?: string }>(
      'GET',
      `/content/release/${partner.id}/${name}/diagnosis${query}`,
    )
  const own = await ask(operator, target.link, '?lang=de')
  expect(own.status).toBe(200)
  expect(own.body.release?.changes.length).toBeGreaterThan(0)
  expect(own.body.findings.find(({ code }) => code.startsWith('shows-'))?.message).toMatch(/^D(er|ie) /)
  expect(own.body.mails.find(({ kind }) => kind === 'share')).toMatchObject({ to: null })
  expect((await ask(operator, target.downloadCode)).body.release?.link).toBe(target.link)

  const sold = await ask(reseller, target.link)
  expect(sold.status).toBe(200)
  expect(sold.body).toMatchObject({
    importRows: [],
    refusedRequests: [],
    release: { changes: [], devices: { newest: [] } },
  })

  for (const name of [target.link, target.downloadCode, target.id, newCode(), 'no-such-link']) {
    const { status, body } = await ask(stranger, name)
    expect([name, status, body.code]).toEqual([name, 404, 'not-found'])
  }
  const elsewhere = `/content/release/${operator.id}/${target.link}/diagnosis`
  expect((await stranger.client.send('GET', elsewhere)).status).toBe(403)
})

test('a new seller does not see the mail to the seller before it', async () => {
  const email = `second-shop-${mark}@shop.example`
  const second = await createPartner(system, 'reseller', 'Second Shop', { email })
  await connect(system, operator, second)
  const code = newCode()
  const requestFor = (seller: Partner) => onDemandRelease(operator.oid, code, `LIB-${mark}`, seller.oid)
  const path = '/content/release/ondemand'
  const created = await operator.client.send<Release>('POST', path, requestFor(reseller))
  expect(created.status, JSON.stringify(created.body)).toBe(202)
  const replaced = await operator.client.send('PUT', path, requestFor(second))
  expect(replaced.status, JSON.stringify(replaced.body)).toBe(200)

  const { status, body } = await second.client.send<SupportDiagnosis['diagnoses'][number]>(
    'GET',
    `/content/release/${second.id}/${created.body.link}/diagnosis`,
  )
  expect([status, body.mails]).toMatchObject([200, [{ kind: 'share', to: email }]])
  expect(JSON.stringify(body)).not.toContain('reseller@guidebook.test')
})

test('the commands of docs/operations/support.md work in their order', async () => {
  const page = readFileSync(join(root, 'docs/operations/support.md'), 'utf8')
  const lines = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.trim().split('\n'))
  expect(lines.length).toBeGreaterThan(20)
  const target = await release()
  const device = { deviceId: `other-of-${mark}`, name: 'Anna’s phone' }
  expect((await operator.client.send('POST', `/t/${target.link}/devices`, device)).status).toBe(201)
  await setWebhook(system, reseller)
  const real: Record<string, string> = {
    ABC: operator.oid,
    XYZ: reseller.oid,
    '20240001': String(target.downloadCode),
    'office@operator.example': sender,
    '2026-08-31': day(40),
    anna: `anna-${mark}`,
  }
  for (const line of lines) {
    const actual = line.replaceAll(
      /\b(ABC|XYZ|20240001|office@operator\.example|2026-08-31|anna)\b/g,
      (word) => real[word] ?? '',
    )
    const { code, out, err } = await runCommand(wordsOf(actual))
    expect(code, `${actual}\n${out}${err}`).toBe(0)
  }
  const { body } = await operator.client.send<{ items: { action: string; actor: string }[] }>(
    'GET',
    pathOf(target, '/audit'),
  )
  const actions = body.items.filter(({ actor }) => actor === 'support').map(({ action }) => action)
  for (const action of ['period.changed', 'release.disabled', 'release.enabled', 'release.locked', 'device.removed']) {
    expect(actions).toContain(action)
  }
})

test('a question about nothing says so, with the exit code of "not found"', async () => {
  for (const question of [String(newCode()), `nobody-${mark}@operator.example`, randomUUID(), 'no-such-link']) {
    const { code, codes } = await why(question)
    expect([question, code, codes]).toEqual([question, 3, ['nothing-found']])
  }
})
