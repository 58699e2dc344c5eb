import { describe, expect, test } from 'vitest'
import { exitCodes } from '../src/index.ts'
import { account, guidebook, guidebookAt, problem, startListener } from './surroundings.ts'

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

describe('a command line that is not right ends with 2 and a sentence', () => {
  test.each([
    [['accont'], 'there is no command "guidebook accont"'],
    [['account', 'shwo'], 'After "guidebook account" comes one of: create, show, list'],
    [['account', 'list', '--jsn'], "Unknown option '--jsn'"],
    [['account', 'show', 'ABC', 'XYZ'], 'one word too many: "XYZ"'],
    [['connect', 'ABC'], 'OTHER is required'],
    [['account', 'create', '--name', 'A'], '--email is required'],
    [['completion', 'csh'], 'SHELL must be one of: bash, zsh, fish'],
    [['account', 'show', '--admin-url'], "Option '--admin-url <value>' argument missing"],
    [['account', 'list'], 'it is not said where the admin listener is'],
    [['account', 'list', '--admin-url', 'ftp://x', '--admin-token', 't'], 'not an http or https address'],
  ])('%j', async (words, sentence) => {
    const { code, out, err } = await guidebook(words)
    expect([code, out]).toEqual([exitCodes.usage, ''])
    expect(err).toContain(sentence)
  })

  test('and a noun alone shows its verbs', async () => {
    const { code, out, err } = await guidebook(['key'])
    expect([code, out]).toEqual([exitCodes.usage, ''])
    expect(err).toMatch(/rotate[\s\S]*list[\s\S]*revoke/)
  })
})

describe('help', () => {
  test('goes to standard output, without colours, with the exit codes', async () => {
    const { code, out, err } = await guidebook(['--help'])
    expect([code, err]).toEqual([exitCodes.done, ''])
    expect(out).toContain('dead-letters')
    expect(out).toContain('130  given up at a question')
    expect(out).not.toContain('\u001b')
  })

  test('of a command has its options and an example', async () => {
    const { out } = await guidebook(['account', 'key', 'rotate', '--help'])
    expect(out).toContain('guidebook account key rotate')
    for (const word of ['--revoke-older', '--dry-run', '--idempotency-key', '--yes', '--json', 'EXAMPLES'])
      expect(out).toContain(word)
  })
})

describe('what would be sent', () => {
  test('is checked against the contract: all faults at once, and nothing goes out', async () => {
    await using listener = await startListener({})
    const words = [...creation.with(5, 'abc').with(7, 'nobody'), '--primary-color', 'red']
    const { code, err } = await guidebookAt(listener.url, words)
    expect(code).toBe(exitCodes.usage)
    for (const pointer of ['/oid', '/email', '/colors/primary', '/colors/secondary']) expect(err).toContain(pointer)
    expect(listener.received).toEqual([])
  })

  test('is shown by a dry run, with the key of a repeat and without secrets', async () => {
    await using listener = await startListener({ 'GET /admin/accounts': { body: { items: [], nextCursor: null } } })
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

  test('of an account is no more than was given', async () => {
    await using listener = await startListener({
      'GET /admin/accounts': { body: { items: [account()], nextCursor: null } },
      'GET /admin/accounts/id-of-abc': { body: account() },
    })
    const words = ['account', 'update', 'ABC', '--paper', 'A5', '--dry-run', '--json']
    const { code, out } = await guidebookAt(listener.url, words)
    expect(code).toBe(exitCodes.done)
    expect(JSON.parse(out).requests[0].body).toEqual({ roadbook: { paper: 'A5' } })
  })

  test('to a webhook is shown without the password and the parameters of its address', async () => {
    const webhook = {
      url: null,
      enabled: false,
      disabledReason: null,
      pausedUntil: null,
      failingSince: null,
      secretCreatedAt: null,
      previousSecretValidUntil: null,
    }
    await using listener = await startListener({
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

describe('an answer that is no success', () => {
  const webhookOf = 'PUT /admin/accounts/id-of-abc/import'
  const configuration = JSON.stringify({
    senders: ['a@b.example'],
    columns: { downloadCode: 'A', guidebookId: 'B', language: 'C', arrivalDate: 'D', departureDate: 'E', devices: 'F' },
    period: { daysBeforeArrival: 1, daysAfterDeparture: 1 },
    onExistingCode: 'report',
  })
  const set = async (status: number, body: unknown, words: string[] = []) => {
    await using listener = await startListener({
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
  ])('with %i ends with the code that scripts know it by', async (status, code, exitCode) => {
    expect((await set(status, problem(code, status))).code).toBe(exitCode)
  })

  test('is told with every fault and the request id', async () => {
    const faults = [
      { pointer: '/senders/0', message: 'first' },
      { pointer: '/period', message: 'second' },
    ]
    const { err } = await set(422, problem('invalid-field', 422, faults))
    for (const part of ['/senders/0 first', '/period second', 'request request-1']) expect(err).toContain(part)
  })

  test('is one line of JSON on standard error for a program', async () => {
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

  test('of something else than an admin listener is not taken for one', async () => {
    const { code, err } = await set(502, { oops: true })
    expect(code).toBe(exitCodes.unreachable)
    expect(err).toContain('answered 502 without saying why')
  })
})

test('a listener that is away ends with 5, and a change says how to repeat it', async () => {
  const listener = await startListener({})
  await listener[Symbol.asyncDispose]()
  const read = await guidebookAt(listener.url, ['account', 'list'])
  expect(read.code).toBe(exitCodes.unreachable)
  expect(read.err).toContain('ECONNREFUSED')
  const change = await guidebookAt(listener.url, [...creation, '--idempotency-key', 'again-1'])
  expect(change.code).toBe(exitCodes.unreachable)
  expect(change.err).toContain('--idempotency-key again-1')
})

test('the token may lie in a file, and a URL is never sent the token of the local system', async () => {
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
