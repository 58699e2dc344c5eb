import { describe, expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function capture() {
  const lines: Record<string, unknown>[] = []
  const log = createLogger({ service: 'releases', destination: { write: (line) => void lines.push(JSON.parse(line)) } })
  return { log, lines }
}

describe('the logger', () => {
  test('writes level, time, service, fields and message', () => {
    const { log, lines } = capture()
    log.info({ account: 'a1', durationMs: 3 }, 'done')
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        service: 'releases',
        account: 'a1',
        durationMs: 3,
        msg: 'done',
      },
    ])
  })

  test('removes secrets by name at any depth, also in child loggers', () => {
    const { log, lines } = capture()
    const headers = { Authorization: 'k1', 'Set-Cookie': 'k2', 'x-api-key': 'fine', api_key: 'k3' }
    log.child({ token: 'k4' }).info({ request: { headers, body: { a: 'k5' } }, release: [{ link: 'k6', id: 7 }] }, 'x')
    expect(JSON.stringify(lines)).not.toMatch(/k\d/)
    expect(lines[0]).toMatchObject({ release: [{ link: '[redacted]', id: 7 }] })
  })

  test('removes secrets by their form from messages, fields and errors', () => {
    const { log, lines } = capture()
    const key = 'gbk_live_0123456789abcdefABCDEF'
    const texts = [
      `key ${key}`,
      'GET /t/abcdefghijklmnop/roadbook.pdf',
      'PATCH /content/release/acc1/abcdefghijklmnop/app/1',
      'at postgres://user:hunter22@host/db',
      'Bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOjF9.c2lnbmF0dXJl',
    ]
    for (const text of texts) {
      log.info(text)
      log.info({ what: text }, 'field')
      log.error({ err: new Error(text, { cause: new Error(text) }) }, 'error')
    }
    const written = JSON.stringify(lines)
    expect(written).not.toMatch(/0123456789abcdef|abcdefghijklmnop|hunter22|c2lnbmF0dXJl/)
    expect(written).toContain('/t/…/roadbook.pdf')
  })

  test('writes type, message, stack, code and causes of an error, but not the properties that drivers add', () => {
    const { log, lines } = capture()
    const error = Object.assign(new Error('duplicate key', { cause: new TypeError('inner') }), {
      code: '23505',
      constraint: 'codes_unique',
      detail: 'Key (code)=(4711) already exists.',
      parameters: ['4711'],
    })
    log.error({ err: error }, 'failed')
    expect(lines[0]).toMatchObject({
      err: {
        type: 'Error',
        message: 'duplicate key',
        code: '23505',
        constraint: 'codes_unique',
        cause: { type: 'TypeError', message: 'inner' },
      },
    })
    expect(JSON.stringify(lines)).not.toContain('4711')
  })

  test('survives circular and binary fields', () => {
    const { log, lines } = capture()
    const circular: Record<string, unknown> = { bytes: Buffer.from('secret') }
    circular.self = circular
    log.info({ circular }, 'x')
    expect(lines[0]).toMatchObject({ circular: { bytes: '[6 bytes]' } })
  })
})
