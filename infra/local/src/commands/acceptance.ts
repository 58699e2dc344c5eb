import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withTools } from '../processes/run.ts'
import { writeJson } from '../state/json-file.ts'
import { throwawayFolder } from '../state/workspace.ts'
import { checkFilters } from '../tests/check-filters.ts'
import { runVitest } from '../tests/vitest.ts'
import { oneLineMessage, UserFacingError } from '../user-facing-error.ts'
import type { Command } from './command.ts'

const text = { type: 'string' } as const
const options = {
  url: text,
  admin: text,
  'admin-token': text,
  smtp: text,
  'smtp-password': text,
  'import-address': text,
  'webhook-host': text,
  'webhook-port': text,
  'webhook-certificate': text,
  'webhook-key': text,
} as const
type Values = Partial<Record<keyof typeof options, string>>

const usage =
  'usage: npm run acceptance -- --url URL --admin URL --admin-token @FILE [options] [tests]; see packages/acceptance/README.md'
/** What the tests of a file need beside the addresses. */
type Need = 'mail' | 'webhooks'
const test = (name: string) => `packages/acceptance/test/${name}.test.ts`

/** The tests that need only the addresses of a system. */
export const remoteTests: readonly { file: string; needs: readonly Need[] }[] = [
  { file: test('isolation'), needs: ['mail', 'webhooks'] },
  { file: test('fuzz'), needs: ['mail', 'webhooks'] },
  { file: test('naughty-strings'), needs: ['mail', 'webhooks'] },
  { file: test('partner-client'), needs: ['webhooks'] },
  { file: test('quickstart'), needs: ['webhooks'] },
  { file: test('webhooks-guide'), needs: ['webhooks'] },
  { file: test('request-targets'), needs: [] },
]
/** Why the others are left out. */
export const localTests: Readonly<Record<string, string>> = {
  [test('built-form')]: 'it kills processes and servers',
  [test('main-job')]:
    'it needs the traces of a system that it starts; "npm run demo" or the demonstration image does the main job',
  [test('backup-drill')]: 'it destroys the system that it starts, and restores its backup',
  [test('least-rights')]: "it uses each service's database role and broker user",
  [test('support-readme')]: 'it runs commands on the local data folder',
  [test('why')]: 'it changes a row in the database of releases',
  [test('portal')]: 'it reads mails in the local data folder',
  [test('portal-content')]: 'its browser was tried with local systems only',
  [test('support-pages')]: 'its browser was tried with local systems only',
  [test('portal-people')]: 'its requests do not wait at a limit per minute',
  [test('guides')]: 'its requests do not wait at a limit per minute',
  [test('reference-examples')]: 'its requests do not wait at a limit per minute',
  [test('generated-clients')]: 'its requests do not wait at a limit per minute',
  'packages/acceptance/noisy-neighbour/noisy-neighbour.test.ts': 'it measures the processes of a system that it starts',
  [test('backup-document')]: 'it needs no system',
  [test('bench')]: 'it needs no system',
  [test('compose-documents')]: 'it needs no system',
  [test('standalone-bundles')]: 'it needs no system',
  [test('webhook-receivers')]: 'it needs no system',
  [test('documents')]: 'it needs no system',
  [test('limits')]: 'it needs no system',
  [test('conformance')]: 'it needs no system',
}
const optionsOf: Readonly<Record<Need, string>> = {
  mail: '--smtp, --smtp-password and --import-address',
  webhooks: '--webhook-port, --webhook-certificate and --webhook-key',
}

function readArguments(args: readonly string[]): { values: Values; filters: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values, filters: positionals }
  } catch (error) {
    throw new UserFacingError(`${oneLineMessage(error)}; ${usage}`)
  }
}

/** `@FILE` means the content of a file. */
const secret = (value: string): string => (value.startsWith('@') ? readFileSync(value.slice(1), 'utf8').trim() : value)

const required = (values: Values, name: keyof Values): string => {
  const value = values[name]
  if (value === undefined) throw new UserFacingError(`--${name} is missing; ${usage}`)
  return value
}

const requiredUrl = (values: Values, name: 'url' | 'admin'): string => required(values, name).replace(/\/$/, '')

/** The `local.json` of the system with its addresses only, without processes, databases, brokers and keys. */
function describe(values: Values) {
  return {
    baseUrl: requiredUrl(values, 'url'),
    adminUrl: requiredUrl(values, 'admin'),
    adminToken: secret(required(values, 'admin-token')),
    internalUrl: null,
    services: {},
    mail: {
      importAddress: values['import-address'],
      smtpUrl: values.smtp,
      smtpPassword: values['smtp-password'] === undefined ? null : secret(values['smtp-password']),
    },
    webhookReceiver: {
      host: values['webhook-host'],
      port: Number(values['webhook-port'] ?? 0),
      certificate: resolve(values['webhook-certificate'] ?? ''),
      key: resolve(values['webhook-key'] ?? ''),
    },
    processes: [],
    demonstration: null,
  }
}

const given = (values: Values): Readonly<Record<Need, boolean>> => ({
  mail: [values.smtp, values['smtp-password'], values['import-address']].every((value) => value !== undefined),
  webhooks: [values['webhook-port'], values['webhook-certificate'], values['webhook-key']].every(
    (value) => value !== undefined,
  ),
})

/** Runs the acceptance tests against any running system. Names every test file that it leaves out, and why. */
export const acceptance: Command = async ({ root, env, args, report, signal }) => {
  const { values, filters } = readArguments(args)
  const description = describe(values)
  const has = given(values)
  const selected = remoteTests.filter(
    ({ file }) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
  )
  const [runnable, lacking] = [true, false].map((wanted) =>
    selected.filter(({ needs }) => needs.every((need) => has[need]) === wanted),
  ) as [typeof selected, typeof selected]
  const leftOut = [
    ...lacking.map(({ file, needs }) => {
      const missing = needs.filter((need) => !has[need]).map((need) => optionsOf[need])
      return `${file}: needs ${missing.join(', and ')}`
    }),
    ...Object.entries(localTests).map(([file, reason]) => `${file}: ${reason}`),
  ]
  for (const line of leftOut) report(`not run: ${line}`)
  if (runnable.length === 0) throw new UserFacingError('no test can run with these options')
  const files = runnable.map(({ file }) => file)
  await checkFilters(root, files)
  const folder = await throwawayFolder('acceptance')
  try {
    writeJson(join(folder, 'local.json'), description)
    const host = values['webhook-host']
    const { exitCode, summary } = await runVitest({
      root,
      folder,
      env: {
        ...withTools(root, env),
        TEST_SYSTEM: folder,
        ...(host === undefined ? {} : { TEST_RECEIVER_HOST: host }),
      },
      // A request above a limit per minute waits for the next minute.
      args: [...files, '--testTimeout=600000', '--hookTimeout=600000'],
      signal,
    })
    report(`${summary}; ${leftOut.length} files not run`)
    return exitCode
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
