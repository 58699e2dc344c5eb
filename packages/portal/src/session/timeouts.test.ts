import { expect, test } from 'vitest'
import { timeoutsFor, usualTimeoutMs } from './timeouts.ts'

/** The gateway waits 20 seconds, and one second more for every 500 bytes. */
const gatewayWaits = (bytes: number) => 20_000 + bytes * 2

test('an upload may take as long as the gateway waits for its body', () => {
  const bytes = 1_000_000
  const { timeoutMs, attemptTimeoutMs } = timeoutsFor(new Blob([new Uint8Array(bytes)]))
  expect(attemptTimeoutMs).toBeGreaterThan(gatewayWaits(bytes))
  expect(timeoutMs).toBe(attemptTimeoutMs)
})

test('the size of a body is that of its JSON, in bytes', () => {
  const body = { pdfBase64: 'é'.repeat(1_000) }
  expect(timeoutsFor(body).timeoutMs).toBe(usualTimeoutMs + Buffer.byteLength(JSON.stringify(body)) * 2)
})
