import { describe, expect, test } from 'vitest'
import { exitCodes } from '../src/index.ts'
import { account, guidebook, guidebookAt, problem, startStubListener } from './run-guidebook.ts'

const creation = [
  'account',
  'create',
  '--name',
  'Alpine Walks',
  '--oid',
  'ABC',
  '--email',
  'a@b.example',
  '--type',
  'operator',
]

describe('an invalid command line exits with 2 and a message', () => {
  test.each([
    [['accont'], 'there is no command "guidebook accont"'],
    [['account', 'shwo'], 'After "guidebook account" comes one of: create, create-test, show, list'],
    [['account', 'list', '--jsn'], "Unknown option '--jsn'"],
    [['account', 'show', 'ABC', 'XYZ'], 'unexpected argument: "XYZ"'],
    [['connect', 'ABC'], 'OTHER is required'],
    [['account', 'create', '--name', 'A'], '--email is required'],
    [['completion', 'csh'], 'SHELL must be one of: bash, zsh, fish'],
    [['account', 'show', '--admin-url'], "Option '--admin-url <value>' argument missing"],
    [['account', 'list'], 'the address of the admin listener is missing'],
    [['account', 'list', '--admin-url', 'ftp://x', '--admin-token', 't'], 'not an http or https address'],
  ])('%j', async (words, sentence) => {
    const { code, out, err } = await guidebook(words)
    expect([code, out]).toEqual([exitCodes.usage, ''])
    expect(err).toContain(sentence)
  })

  test('a group alone lists its commands', async () => {
    const { code, out, err } = await guidebook(['key'])
    expect([code, out]).toEqual([exitCodes.usage, ''])
    expect(err).toMatch(/rotate[\s\S]*list[\s\S]*revoke/)
  })
})

describe('help', () => {
  test('is written to standard output, without colours, with the exit codes', async () => {
    const { code, out, err } = await guidebook(['--help'])
    expect([code, err]).toEqual([exitCodes.done, ''])
    expect(out).toContain('dead-letters')
    expect(out).toContain('130  cancelled at a prompt')
    expect(out).not.toContain('\u001b')
  })

  test('of a command lists its options and an example', async () => {
    const { out } = await guidebook(['account', 'key', 'rotate', '--help'])
    expect(out).toContain('guidebook account key rotate')
    for (const word of ['--revoke-older', '--dry-run', '--idempotency-key', '--yes', '--json', 'EXAMPLES'])
      expect(out).toContain(word)
  })
})

describe('a request', () => {
  test('is checked against the contract before it is sent, and all faults are reported', async () => {
    await using listener = await startStubListener({})
    const words = [...creation.with(5, 'abc').with(7, 'nobody'), '--primary-color', 'red']
    const { code, err } = await guidebookAt(listener.url, words)
    expect(code).toBe(exitCodes.usage)
    for (const pointer of ['/oid', '/email', '/colors/primary', '/colors/secondary']) expect(err).toContain(pointer)
    expect(listener.received).toEqual([])
  })

  test('is shown by a dry run, with its idempotency key and without secrets', async () => {
    await using listener = await startStubListener({ 'GET /admin/accounts': { body: { items: [], nextCursor: null } } })
    const { code, out } = await guidebookAt(listener.url, [...creation, '--dry-run', '--json'])
    expect(code).toBe(exitCodes.done)
    expect(JSON.parse(out)).toEqual({
      dryRun: true,
      requests: [
        {
          method: 'POST',
          url: `${listener.url}/admin/accounts`,
          headers: {
            authorization: 'Bearer ••••',
            'content-type': 'application/json',
            'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
          },
          body: { name: 'Alpine Walks', oid: 'ABC', email: 'a@b.example', type: 'operator' },
        },
      ],
      notes: [],
    })
    expect(listener.received.map(({ method }) => method)).toEqual(['GET'])
  })

  test('of an update has only the options that are present', async () => {
    await using listener = await startStubListener({
      'GET /admin/accounts': { body: { items: [account()], nextCursor: null } },
      'GET /admin/accounts/id-of-abc': { body: account() },
    })
    const words = ['account', 'update', 'ABC', '--paper', 'A5', '--dry-run', '--json']
    const { code, out } = await guidebookAt(listener.url, words)
    expect(code).toBe(exitCodes.done)
    expect(JSON.parse(out).requests[0].body).toEqual({ roadbook: { paper: 'A5' } })
  })

  test.each([
    ['+41 81 000 00 00', '+41 81 000 00 00'],
    ['', null],
  ])('sets the number for emergencies to "%s"', async (number, emergencyPhone) => {
    await using listener = await startStubListener({
      'GET /admin/accounts': { body: { items: [account()], nextCursor: null } },
      'GET /admin/accounts/id-of-abc': { body: account() },
    })
    const words = ['account', 'update', 'ABC', '--emergency-phone', number, '--dry-run', '--json']
    const { out } = await guidebookAt(listener.url, words)
    expect(JSON.parse(out).requests[0].body).toEqual({ emergencyPhone })
  })

  test('with a webhook address is shown without its password and query', async () => {
    const webhook = {
      url: null,
      enabled: false,
      disabledReason: null,
      pausedUntil: null,
      failingSince: null,
      secretCreatedAt: null,
      previousSecretValidUntil: null,
    }
    await using listener = await startStubListener({
      'GET /admin/accounts': { body: { items: [account()], nextCursor: null } },
      'GET /admin/accounts/id-of-abc/webhook': { body: webhook },
    })
    const address = 'https://user:hush@receiver.example/hook?token=hush'
    const { code, out } = await guidebookAt(listener.url, ['webhook', 'set', 'ABC', address, '--dry-run'])
    expect(code).toBe(exitCodes.done)
    expect(out).toContain('https://••••@receiver.example/hook?token=••••')
    expect(out).not.toContain('hush')
  })
})

describe('an error response', () => {
  const webhookOf = 'PUT /admin/accounts/id-of-abc/import'
  const configuration = JSON.stringify({
    senders: ['a@b.example'],
    columns: { downloadCode: 'A', guidebookId: 'B', language: 'C', arrivalDate: 'D', departureDate: 'E', devices: 'F' },
    period: { daysBeforeArrival: 1, daysAfterDeparture: 1 },
    onExistingCode: 'report',
  })
  const set = async (status: number, body: unknown, words: string[] = []) => {
    await using listener = await startStubListener({
      'GET /admin/accounts': { body: { items: [account()], nextCursor: null } },
      [webhookOf]: { status, body },
    })
    return await guidebookAt(listener.url, ['import', 'set', 'ABC', '-', ...words], { input: configuration })
  }

  test.each([
    [401, 'unauthorized', exitCodes.refused],
    [404, 'not-found', exitCodes.notFound],
    [409, 'oid-taken', exitCodes.refused],
    [422, 'invalid-field', exitCodes.usage],
    [500, 'internal-error', exitCodes.failed],
    [503, 'part-unavailable', exitCodes.unreachable],
  ])('%i %s exits with %i', async (status, code, exitCode) => {
    expect((await set(status, problem(code, status))).code).toBe(exitCode)
  })

  test('is reported with all faults and the request id', async () => {
    const faults = [
      { pointer: '/senders/0', message: 'first' },
      { pointer: '/period', message: 'second' },
    ]
    const { err } = await set(422, problem('invalid-field', 422, faults))
    for (const part of ['/senders/0 first', '/period second', 'request request-1']) expect(err).toContain(part)
  })

  test('is one line of JSON on standard error with --json', async () => {
    const fault = { pointer: '/period', message: 'second' }
    const { out, err } = await set(422, problem('invalid-field', 422, [fault]), ['--json'])
    expect(out).toBe('')
    expect(JSON.parse(err).error).toMatchObject({
      code: 'invalid-field',
      requestId: 'request-1',
      details: [fault],
      exitCode: 2,
    })
  })

  test('without a problem document is reported as such', async () => {
    const { code, err } = await set(502, { oops: true })
    expect(code).toBe(exitCodes.unreachable)
    expect(err).toContain('returned 502 without a problem document')
  })
})

test('a wrong address is reported as such, and not as an unknown account', async () => {
  await using listener = await startStubListener({})
  const show = (name: string, url = listener.url) => guidebookAt(url, ['account', 'show', name])
  expect(await show('id-of-xyz')).toMatchObject({
    code: exitCodes.notFound,
    err: expect.stringContaining('no account has the id id-of-xyz'),
  })
  expect((await show('XYZ')).err).not.toContain('no account has the OID')
  const page = { status: 404, type: 'text/html', raw: Buffer.from('<h1>Not found</h1>') }
  await using other = await startStubListener({ 'GET /admin/accounts': page, 'GET /admin/accounts/id-of-xyz': page })
  for (const name of ['XYZ', 'id-of-xyz']) {
    expect(await show(name, other.url)).toMatchObject({
      code: exitCodes.unreachable,
      err: expect.stringContaining('returned 404 without a problem document: is the address right?'),
    })
  }
})

test('an unreachable listener exits with 5, and a change says how to repeat it', async () => {
  const listener = await startStubListener({})
  await listener[Symbol.asyncDispose]()
  const read = await guidebookAt(listener.url, ['account', 'list'])
  expect(read.code).toBe(exitCodes.unreachable)
  expect(read.err).toContain('ECONNREFUSED')
  const change = await guidebookAt(listener.url, [...creation, '--idempotency-key', 'again-1'])
  expect(change.code).toBe(exitCodes.unreachable)
  expect(change.err).toContain('--idempotency-key again-1')
  const createTest = ['account', 'create-test', '--name', 'Alpine Walks', '--email', 'a@b.example']
  await using failing = await startStubListener({
    'GET /admin/accounts': { body: { items: [], nextCursor: null } },
    'POST /admin/accounts': 'lost',
  })
  const unrepeatable = await guidebookAt(failing.url, createTest)
  expect(unrepeatable.code).toBe(exitCodes.unreachable)
  expect(unrepeatable.err).toContain('no usable response')
  expect(unrepeatable.err).not.toContain('--idempotency-key')
})

test.each([
  ['no response', 'lost' as const, exitCodes.unreachable],
  ['503', { status: 503, body: problem('part-unavailable', 503) }, exitCodes.unreachable],
  ['409', { status: 409, body: problem('conflict', 409) }, exitCodes.refused],
])('an account of create-test whose key fails with %s is named', async (_, answer, exitCode) => {
  await using listener = await startStubListener({
    'GET /admin/accounts': { body: { items: [], nextCursor: null } },
    'POST /admin/accounts': { status: 201, body: account({ oid: 'NEW' }) },
    'POST /admin/accounts/id-of-abc/keys': answer,
  })
  const { code, err } = await guidebookAt(listener.url, [
    ...['account', 'create-test', '--name', 'Alpine Walks', '--email', 'a@b.example'],
  ])
  expect(code).toBe(exitCode)
  expect(err).toContain('Created NEW (1 of 2 accounts)')
})

test('create-test with a webhook address without TLS creates nothing', async () => {
  await using listener = await startStubListener({ 'GET /admin/accounts': { body: { items: [], nextCursor: null } } })
  const words = ['account', 'create-test', '--name', 'Alpine Walks', '--email', 'a@b.example']
  for (const more of [[], ['--dry-run']]) {
    const address = ['--webhook', 'http://receiver.example/guidebook']
    const { code, err } = await guidebookAt(listener.url, [...words, ...address, ...more])
    expect(code).toBe(exitCodes.usage)
    expect(err).toContain('/url')
  }
  expect(listener.received).toEqual([])
})

test('a token of two lines is refused and never shown', async () => {
  for (const words of [
    ['account', 'list'],
    ['account', 'list', '--json'],
  ]) {
    const { code, err } = await guidebookAt('http://127.0.0.1:1', words, {
      env: { GUIDEBOOK_ADMIN_TOKEN: 'hush-1\nhush-2' },
    })
    expect(code).toBe(exitCodes.usage)
    expect(err).toContain('the admin token is invalid')
    expect(err).not.toContain('hush')
  }
})

test('the token may be in a file, and the token of the local system is never sent to another URL', async () => {
  const { code, err } = await guidebook([
    'doctor',
    '--admin-url',
    'http://127.0.0.1:1',
    '--admin-token',
    '@/nowhere/token',
  ])
  expect(code).toBe(exitCodes.usage)
  expect(err).toContain('the file of the admin token cannot be read')
  expect((await guidebook(['doctor', '--admin-url', 'http://127.0.0.1:1'])).err).toContain('the admin token is missing')
})
