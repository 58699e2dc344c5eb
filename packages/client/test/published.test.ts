import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Consumer, installPublished, readmeExamples } from './published.ts'
import { hangUp, json, problem, startStub } from './stub-service.ts'

const run = promisify(execFile)
const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc')

// The compiler reads the types of a whole platform, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let consumer: Consumer
beforeAll(() => {
  consumer = installPublished()
})
afterAll(() => consumer?.[Symbol.dispose]())

const program = `
import { ApiError, createClient } from '@guidebook/client'
import { verifyWebhook, WebhookVerificationError } from '@guidebook/client/webhook'

const client = createClient({ baseUrl: process.argv[2], apiKey: 'key', retries: 1 })
const library = await client.content.libraries.create({ account: 'A', customId: 'L', names: { en: 'L' } })
const releases = []
for await (const release of client.releases.list({ account: 'A' })) releases.push(release)
const refusal = await client.account.read().catch((error) => error instanceof ApiError && error.code)
const forged = (() => {
  try { verifyWebhook('whsec_AAAA', {}, '{}') } catch (error) { return error instanceof WebhookVerificationError }
})()
console.log(JSON.stringify({ library, releases, refusal, forged }))
`

it('npm pack has the compiled code, a licence that partners may use, and no reference to this repository', () => {
  const installed = join(consumer.folder, 'node_modules/@guidebook/client')
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(JSON.stringify(manifest)).not.toMatch(/catalog:|workspace:|\.\/src|"private"|devDependencies/)
  expect(manifest).toMatchObject({ license: 'MIT', type: 'module', engines: { node: '>=20.3' } })
  expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toMatch(/^MIT License/)
  expect(readdirSync(installed)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'package.json']))
  expect(globSync('**/*.ts', { cwd: installed }).filter((name) => !name.endsWith('.d.ts'))).toEqual([])
})

it('the folder of the sources cannot be packed: the script that npm runs before it fails and says which one can', async () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  await expect(run('sh', ['-c', scripts.prepack])).rejects.toMatchObject({
    stderr: expect.stringContaining('npm pack ./dist'),
  })
})

it('a Node program imports and uses the built package', async () => {
  await using service = await startStub()
  service.next(hangUp, json(201, { id: 'x' }), json(200, { items: [1], nextCursor: 'c' }))
  service.next(json(200, { items: [2], nextCursor: null }), problem(401, 'unauthorized'))
  writeFileSync(join(consumer.folder, 'program.mjs'), program)
  const { stdout } = await run(process.execPath, ['program.mjs', service.url], { cwd: consumer.folder })
  expect(JSON.parse(stdout)).toEqual({ library: { id: 'x' }, releases: [1, 2], refusal: 'unauthorized', forged: true })
})

it('npx runs the receiver of the package, which prints a verified delivery and does not start without a secret', async () => {
  const installed = join(consumer.folder, 'node_modules/@guidebook/client')
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  // npx runs the only program of a package.
  expect(Object.values(bin)).toEqual(['./listen/main.js'])
  const program = join(installed, 'listen/main.js')
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const start = (WEBHOOK_SECRET: string) =>
    spawn(process.execPath, [program, 'listen', '--port', '0', '--count', '1'], {
      env: { ...process.env, WEBHOOK_SECRET },
    })

  const refused = start('')
  const [complaint, [code]] = await Promise.all([text(refused.stderr), once(refused, 'close')])
  expect([code, complaint.includes('is the setting empty?')]).toEqual([2, true])

  const receiver = start(secret)
  const output = text(receiver.stdout)
  const [line] = await once(createInterface(receiver.stderr), 'line')
  const url = /http:\/\/\S+?(?=;)/.exec(line)?.[0] ?? ''
  const body = JSON.stringify({ id: 12, url: 'https://guidebook.test/t/abc', downloadCode: 7, bundleName: 'Alps' })
  const at = new Date()
  const signature = new Webhook(secret).sign('msg_1', at, body)
  const send = (sent: string) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': sent,
      },
    })
  expect((await send('v1,forged')).status).toBe(401)
  expect((await send(signature)).status).toBe(204)
  const printed = await output
  expect(printed).toMatch(
    /refused: no signature matches.*\n.*genuine {2}msg_1 {2}https:\/\/guidebook\.test\/t\/abc {2}code 7 {2}Alps/,
  )
})

/** The compiler's errors; it also checks the package's declarations. */
const compile = async (files: Record<string, string>, compilerOptions: object): Promise<string> => {
  for (const [name, source] of Object.entries(files)) writeFileSync(join(consumer.folder, name), source)
  const shared = {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    skipDefaultLibCheck: true,
  }
  const config = { compilerOptions: { ...shared, ...compilerOptions }, files: Object.keys(files) }
  writeFileSync(join(consumer.folder, 'tsconfig.json'), JSON.stringify(config))
  return await run(tsc, ['-p', '.'], { cwd: consumer.folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

it('every example of the README compiles against the built package', async () => {
  const examples = readmeExamples()
  expect(examples.length).toBeGreaterThan(8)
  const files = Object.fromEntries(examples.map((source, index) => [`example-${index}.mts`, source]))
  expect(await compile(files, { lib: ['es2022'], types: ['node'] })).toBe('')
})

it('browser code compiles, except for requests that the service would refuse', async () => {
  const right = `
    import { createClient, type ReleaseRecord } from '@guidebook/client'
    const client = createClient({ baseUrl: location.origin, apiKey: 'key' })
    export const read = (): Promise<ReleaseRecord> => client.releases.read({ account: 'A', release: 'link' })
  `
  const wrong = `
    import { createClient, type OnDemandPoi } from '@guidebook/client'
    const client = createClient({ baseUrl: 'https://api.example', apiKey: 'key' })
    client.releases.setDevices({ account: 'A', release: 'link' }, 'four')
    client.content.libraries.create({ account: 'A', customId: 'L' })
    client.content.libraries.create({ account: 'A', customId: 'L', names: {} }, { ifMatch: '"1"' })
    export const neither: OnDemandPoi = {}
    export const both: OnDemandPoi = { content: { type: 'SIGHT', name: 'S', lat: 1, lon: 1 }, libraryReference: { link: 'x' } }
  `
  const files = { 'right.mts': right, 'wrong.mts': wrong }
  const found = await compile(files, { lib: ['es2022', 'dom', 'dom.iterable'], types: [] })
  const places = [...found.matchAll(/^(\S+)\((\d+),/gm)].map(([, file, line]) => `${file} ${line}`)
  expect(places, found).toEqual([4, 5, 6, 7, 8].map((line) => `wrong.mts ${line}`))
})
