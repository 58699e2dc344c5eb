/** Clients that widespread tools generate from the OpenAPI document of the running service compile strictly and do the quick start. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPartners, type Partners } from '../src/partners.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'
import { day } from '../src/trip.ts'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '../node_modules')
/** The compiler of this repository. The package's own one is for the generators, which need its JavaScript API. */
const tsc = join(import.meta.dirname, '../../../node_modules/.bin/tsc')
const folder = mkdtempSync(join(tmpdir(), 'guidebook-generated-'))

let system: SystemHandle
let partners: Partners
beforeAll(async () => {
  system = await sharedSystem()
  partners = await createPartners(system.describe(), { test: true })
  for (const name of ['openapi-fetch', '@types/node']) {
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
    symlinkSync(realpathSync(join(modules, name)), join(folder, 'node_modules', name), 'dir')
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const document = await (await fetch(`${system.describe().baseUrl}/openapi.json`)).text()
  writeFileSync(join(folder, 'openapi.json'), document)
}, 900_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** All strict options, except for `exactOptionalPropertyTypes`: @hey-api's own code that sends requests does not compile with it. */
const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  ...{ noImplicitOverride: true, noImplicitReturns: true, noFallthroughCasesInSwitch: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, isolatedModules: true, verbatimModuleSyntax: true },
  ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'] },
  ...{ rootDir: '.', outDir: 'built' },
}

const settings = `
  const [baseUrl = '', apiKey = '', resellerOid = '', suffix = '', startdate = '', enddate = ''] = process.argv.slice(2)
  const library = { customId: 'LIB-' + suffix }
  const names = { en: 'To the lake' }
  const waypoints = [{ lat: 46.6593, lon: 8.0549, ele: 2166 }, { lat: 46.6631, lon: 8.0442, ele: 2198 }, { lat: 46.6695, lon: 8.0236, ele: 2265 }]
  const member = { libraryCustomId: library.customId, customId: 'LAKE' }
  const stages = [{ number: 1, titles: names, routes: [member], pois: [{ ...member, customId: 'HUT' }], texts: [] }]
  const book = { customId: 'BOOK-' + suffix, titles: names, stages, generalInfo: [] }
  const booking = { downloadCode: Date.now(), guidebookExternalId: book.customId, startdate, enddate, lang: 'en' as const, devices: 2, resellerOid }
  const pause = () => new Promise((resolve) => setTimeout(resolve, 100))
`

const generators = {
  'openapi-typescript': {
    generate: ['openapi-typescript', 'openapi.json', '--output', 'schema.d.ts'],
    program: `
      import createClient from 'openapi-fetch'
      import type { paths } from './schema.js'
      ${settings}
      const client = createClient<paths>({ baseUrl, headers: { Authorization: apiKey } })
      const get = <T>({ data, error }: { data?: T; error?: unknown }): T => {
        if (data === undefined) throw new Error(JSON.stringify(error))
        return data
      }
      const { id: account } = get(await client.GET('/account'))
      get(await client.POST('/content/library', { body: { account, ...library, names } }))
      const route = get(await client.POST('/content/geodata/route', {
        body: { account, library, customId: 'LAKE', names, icon: { name: 'hiking' }, attributes: {}, waypoints },
        params: { header: { 'Idempotency-Key': 'route-' + suffix } },
      }))
      get(await client.POST('/content/geodata/poi', {
        body: { account, library, customId: 'HUT', names: { en: 'Hut' }, icon: 'hut', lat: 46.6681, lng: 8.0302 },
      }))
      get(await client.POST('/content/guidebook', { body: { account, ...book } }))
      const { link, url } = get(await client.POST('/content/release', { body: { account, ...booking } }))
      const path = { account, release: link }
      while (!get(await client.GET('/content/release/{account}/{release}', { params: { path } })).pdfAvailable) await pause()
      const roadbook = get(await client.GET('/t/{link}/roadbook.pdf', { params: { path: { link } }, parseAs: 'text' }))
      const { devices } = get(await client.PATCH('/content/release/{account}/{release}/devices/{devices}', { params: { path: { ...path, devices: 4 } } }))
      const { items } = get(await client.GET('/content/release/{account}/{release}/audit', { params: { path } }))
      const { error } = await client.POST('/content/library', { body: { account, ...library, names } })
      console.log(JSON.stringify({
        length: route.attributes.routeDistance, url, pdf: String(roadbook).slice(0, 5), devices, audit: items.length, refused: error?.code,
      }))
    `,
  },
  '@hey-api/openapi-ts': {
    generate: ['openapi-ts', '--input', 'openapi.json', '--output', 'sdk', '--no-log-file'],
    program: `
      import * as api from './sdk/index.js'
      import { client } from './sdk/client.gen.js'
      ${settings}
      client.setConfig({ baseUrl, auth: apiKey, throwOnError: true })
      const throwOnError = true
      const { id: account } = (await api.readOwnAccount({ throwOnError })).data
      await api.createLibrary({ body: { account, ...library, names } })
      const route = (await api.createRoute({
        body: { account, library, customId: 'LAKE', names, icon: { name: 'hiking' }, attributes: {}, waypoints },
        headers: { 'Idempotency-Key': 'route-' + suffix },
        throwOnError,
      })).data
      await api.createPoi({ body: { account, library, customId: 'HUT', names: { en: 'Hut' }, icon: 'hut', lat: 46.6681, lng: 8.0302 } })
      await api.createGuidebook({ body: { account, ...book } })
      const { link, url } = (await api.createRelease({ body: { account, ...booking }, throwOnError })).data
      const path = { account, release: link }
      while (!(await api.readRelease({ path, throwOnError })).data.pdfAvailable) await pause()
      const roadbook = (await api.readTripRoadbook({ path: { link }, parseAs: 'text', throwOnError })).data
      const { devices } = (await api.setReleaseDevices({ path: { ...path, devices: 4 }, throwOnError })).data
      const { items } = (await api.listReleaseAudit({ path, throwOnError })).data
      const { error } = await api.createLibrary({ body: { account, ...library, names }, throwOnError: false })
      console.log(JSON.stringify({
        length: route.attributes.routeDistance, url, pdf: String(roadbook).slice(0, 5), devices, audit: items.length, refused: error?.code,
      }))
    `,
  },
}

it('strict TypeScript accepts what openapi-typescript and @hey-api/openapi-ts generate, and programs that use it', async () => {
  const tools = Object.entries(generators)
  for (const [index, [, { generate, program }]] of tools.entries()) {
    const [tool = '', ...options] = generate
    await run(join(modules, '.bin', tool), options, { cwd: folder })
    writeFileSync(join(folder, `program-${index}.ts`), program)
  }
  const include = ['schema.d.ts', 'sdk', 'program-*.ts']
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  const faults = await run(tsc, ['--project', '.'], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(faults).toBe('')
})

it.each(Object.keys(generators))(
  'a program with a client that %s generated does the quick start',
  async (tool) => {
    const { operator, reseller } = partners
    const program = `built/program-${Object.keys(generators).indexOf(tool)}.js`
    const suffix = tool.replaceAll(/\W/g, '')
    const parameters = [system.describe().baseUrl, operator.key, reseller.oid, suffix, day(0), day(30)]
    const { stdout } = await run(process.execPath, [program, ...parameters], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual({
      length: '2.651',
      url: expect.stringMatching(/^http\S+\/t\/\S+$/),
      pdf: '%PDF-',
      devices: 4,
      audit: 4,
      refused: 'custom-id-taken',
    })
  },
  300_000,
)
