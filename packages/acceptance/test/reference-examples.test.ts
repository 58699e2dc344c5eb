/** Every example of the API reference is sent as it is shown, to two new test accounts, in an order in which each finds what it needs. */
import { type Operation, operations } from '@guidebook/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importSettings } from '../src/account/fixtures.ts'
import { eventually } from '../src/eventually.ts'
import { createPartners, type Partners, supportOf } from '../src/partners.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { type ReservedReceiver, reserveReceiver, sharedSystem } from '../src/shared-system.ts'

/** Operations that create resources run first. All others follow in the order of the contracts. */
const first = [
  ...['createLibrary', 'createRoute', 'createPoi', 'createText', 'createGuidebook'],
  ...['createRelease', 'createOnDemandRelease', 'attachDocument', 'inviteUser', 'createKey', 'pingWebhook'],
]
/** Operations that remove resources, which others need. */
const last = [
  ...['setReleaseDisabled', 'setExternalId', 'removeDocument', 'removeUser', 'revokeKey', 'rotateWebhookSecret'],
  ...['deleteItem', 'setReleaseLocked', 'revokeRelease'],
]
/** They have no body, and need an imported mail, a device that registers after the first day of the release, an image, or a logo on another host. */
const without = ['readImport', 'removeDevice', 'readGuidebookCover', 'readItemImage', 'previewLogo']
/** The owner of a webhook is the reseller. */
const ofReseller = (id: string) => operations[id as keyof typeof operations].tag === 'Webhook'

interface Parameter {
  name: string
  in?: string
  example?: unknown
}
interface Described {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

let system: SystemHandle
let reserved: ReservedReceiver
let partners: Partners
beforeAll(async () => {
  system = await sharedSystem()
  reserved = await reserveReceiver(system.describe())
  partners = await createPartners(reserved.description, { test: true })
}, 900_000)
afterAll(() => reserved?.[Symbol.asyncDispose]())

it('every example of the reference runs as it is shown, for a new test account', async () => {
  const { baseUrl } = system.describe()
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>
  }
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  )
  const placeOf = ({ described: { operationId: id } }: (typeof all)[number]) =>
    first.includes(id) ? first.indexOf(id) : last.includes(id) ? 1000 + last.indexOf(id) : 500
  const isPartners = ({ described: { operationId: id } }: (typeof all)[number]) =>
    (operations[id as keyof typeof operations] as Operation).audience === 'partner' && !without.includes(id)
  const ordered = all.filter(isPartners).toSorted((one, other) => placeOf(one) - placeOf(other))

  const { operator, reseller } = partners
  // The file of the example has these columns; support would configure them from it.
  const settings = importSettings('bookings@reference-examples.guidebook.test')
  await supportOf(system.describe()).send('PUT', `/admin/accounts/${operator.id}/import`, settings)
  /** Identifiers that only the service can give: a reader replaces them, too. */
  const ids: Record<string, string> = { account: operator.id }
  const own = (text: string) =>
    text
      .replaceAll(/\bACCOUNT_ID\b/g, operator.id)
      .replaceAll(/"ABC"/g, `"${operator.oid}"`)
      .replaceAll(/"XYZ"/g, `"${reseller.oid}"`)

  const failures: string[] = []
  for (const { path, method, described } of ordered) {
    const { operationId: id, parameters, requestBody } = described
    await prepare(id)
    const examples = new Map(parameters.map((parameter) => [parameter.name, String(parameter.example)]))
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? examples.get(name) ?? ''))
    const [contentType, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
    const example = content?.example
    const body =
      typeof example === 'string' ? example : example === undefined ? undefined : own(JSON.stringify(example))
    const authorization = (ofReseller(id) ? reseller : operator).key
    const controller = new AbortController()
    const response = await fetch(baseUrl + filled, {
      method,
      headers: {
        authorization,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      ...(body === undefined ? {} : { body }),
      signal: controller.signal,
    })
    if (id === 'followReleaseBuild') {
      expect(response.status).toBe(200)
      controller.abort()
      continue
    }
    const text = await response.text()
    const location = response.headers.get('location')
    if (location !== null) {
      const read = await fetch(baseUrl + location, { headers: { authorization } })
      if (!read.ok) failures.push(`${id}: Location ${location} ${read.status} ${await read.text()}`)
    }
    if (!response.ok) failures.push(`${id}: ${method} ${filled} ${response.status} ${text.slice(0, 600)}`)
    else if (method === 'POST') remember(id, text === '' ? {} : JSON.parse(text))
  }
  expect(failures).toEqual([])

  /** Creates what an example needs. */
  async function prepare(id: string) {
    if (id.startsWith('preview')) await built(ids.release ?? '')
    if (id.startsWith('readGuidebookPreview')) await previewed()
    if (id === 'deleteItem') {
      const unused = {
        account: operator.id,
        library: { customId: 'LIB-1' },
        customId: 'UNUSED',
        names: { en: 'Unused' },
      }
      const poi = { ...unused, lat: 46.8, lng: 9.3, icon: 'hut' }
      ids.geodata_id = (await operator.client.send<{ id: string }>('POST', '/content/geodata/poi', poi)).body.id
    }
    if (id === 'revokeRelease')
      await operator.client.send('PATCH', `/content/release/${operator.id}/${ids.release}/locked/0`)
  }

  function remember(id: string, created: Record<string, string>) {
    const { id: created_id = '', link = '' } = created
    if (id === 'createRoute') ids.route_id = created_id
    if (id === 'createPoi') ids.geodata_id = created_id
    if (id === 'createRelease') ids.release = link
    if (id === 'attachDocument') ids.document = created_id
    if (id === 'inviteUser') ids.user_id = created_id
    if (id === 'createKey') ids.key_id = created_id
    if (id === 'pingWebhook') ids.delivery_id = created_id
  }

  async function previewed() {
    const path = `/content/guidebook/${operator.id}/GB-1/preview`
    const read = async () => (await operator.client.send<{ state?: string }>('GET', path)).body.state
    if ((await read()) === undefined) await operator.client.send('POST', path)
    await eventually('the preview is built', 120_000, async () => (await read()) === 'completed')
  }

  async function built(link: string) {
    await eventually('the release is built', 120_000, async () => {
      const { body } = await operator.client.send<{ pdfAvailable: boolean }>(
        'GET',
        `/content/release/${operator.id}/${link}`,
      )
      return body.pdfAvailable
    })
  }
}, 300_000)
