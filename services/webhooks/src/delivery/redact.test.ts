import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'

const signature = 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='

describe('secrets are removed from a response', () => {
  it.each([
    ['expected whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'expected [redacted]'],
    [`got ${signature} instead`, 'got [redacted] instead'],
    [`{"webhook-signature":"${signature} ${signature}"}`, '{"webhook-signature":"[redacted] [redacted]"}'],
    ['Authorization: Bearer abc.def-ghi123', 'Authorization: [redacted]'],
    ['authorization=Basic dXNlcjpwYXNz', 'authorization=[redacted]'],
    ['{"token": "s3cr3t", "user": "anna"}', '{"token": "[redacted]", "user": "anna"}'],
    ['DB_PASSWORD=hunter2 DB_HOST=db', 'DB_PASSWORD=[redacted] DB_HOST=db'],
    ['key gbk_live_abcDEF123', 'key [redacted]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N', '[redacted]'],
    ['session-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3', 'session-[redacted]'],
  ])('%s', (answer, kept) => {
    expect(redact(answer)).toBe(kept)
  })
})

it('other text is unchanged', () => {
  const answer = '{"error":"unknown release k3Vq8ZpT1xWcY7dRsN2bLg","line":"v1, v2 and version 1,000,000"}'
  expect(redact(answer)).toBe(answer)
})

const parts = ['v', '=', 'e', ' ', '\t', 'token:', 'eyJ.', '-eyJ', '-eyJ.', 'a-.', '-eyJa.', 'Bearer ', 'v1,', 'whsec_']
it.each(parts)('a response of many %j takes time that is linear in its length', (part) => {
  const timeOf = (count: number) => {
    const text = part.repeat(count)
    // Not the time on a clock: other processes may run meanwhile.
    const before = process.threadCpuUsage()
    expect(redact(text).length).toBeLessThanOrEqual(text.length)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  const small = Math.max(5, timeOf(10_000))
  // Sixteen times the length: quadratic time would be 256 times as long.
  expect(timeOf(160_000)).toBeLessThan(16 * 5 * small)
})
