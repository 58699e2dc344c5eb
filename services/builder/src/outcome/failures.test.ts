import { ServiceError } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import { TaskTimeoutError, WorkerLostError } from '../worker-pool/worker-process.ts'
import { BuildAbandonedError } from './build.ts'
import { classifyFailure, FatalBuildError, retryMs, waitMs } from './failures.ts'

test('a build waits for an unavailable service or database', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const unavailable = new ServiceError('part-unavailable', { detail: 'geodata is not available' })
  expect(classifyFailure(refused, undefined)).toMatchObject({ outcome: 'waits' })
  expect(classifyFailure(unavailable, undefined)).toMatchObject({
    outcome: 'waits',
    failure: { message: 'Waiting: geodata is not available.' },
  })
})

test('a newer generation, a lost lease and a shutdown abandon the build, whatever error follows', () => {
  const superseded = new ServiceError('generation-superseded')
  expect(classifyFailure(superseded, undefined)).toEqual({ outcome: 'abandoned', reason: 'superseded' })
  expect(classifyFailure(new Error('aborted'), new BuildAbandonedError('shutdown'))).toEqual({
    outcome: 'abandoned',
    reason: 'shutdown',
  })
})

test('other errors fail the build; their messages are not exposed', () => {
  expect(classifyFailure(new FatalBuildError('content-too-large', 'Too many points.'), undefined)).toEqual({
    outcome: 'failed',
    mostAttempts: 1,
    failure: { code: 'content-too-large', message: 'Too many points.' },
  })
  const verdict = classifyFailure(new Error('SELECT secret'), undefined)
  expect(verdict).toMatchObject({
    outcome: 'failed',
    mostAttempts: Number.POSITIVE_INFINITY,
    failure: { code: 'internal-error' },
  })
  expect(JSON.stringify(verdict)).not.toContain('secret')
  expect(classifyFailure(new Error('late'), new DOMException('timeout', 'TimeoutError'))).toMatchObject({
    outcome: 'failed',
  })
})

test('a task time-out is final, a lost worker and a slow build get a second attempt, and each says what to do', () => {
  const verdicts = [
    classifyFailure(new TaskTimeoutError('printBook'), undefined),
    classifyFailure(new WorkerLostError('SIGKILL'), undefined),
    classifyFailure(new Error('aborted'), new DOMException('timeout', 'TimeoutError')),
  ]
  expect(verdicts).toMatchObject([
    { outcome: 'failed', mostAttempts: 1, failure: { code: 'build-too-long' } },
    { outcome: 'failed', mostAttempts: 2, failure: { code: 'render-worker-lost' } },
    { outcome: 'failed', mostAttempts: 2, failure: { code: 'build-too-long' } },
  ])
  expect(JSON.stringify(verdicts).match(/the next change builds it again/g)).toHaveLength(3)
})

test('delays grow up to a limit', () => {
  const longestByWaits = { 0: 1_000, 1: 2_000, 2: 4_000, 3: 8_000, 4: 10_000, 50: 10_000 }
  for (const [waits, longest] of Object.entries(longestByWaits)) {
    const pause = waitMs(Number(waits))
    expect([pause >= longest / 2, pause <= longest]).toEqual([true, true])
  }
  expect([0, 1, 2, 3, 50].map(retryMs)).toEqual([2_000, 8_000, 32_000, 60_000, 60_000])
})
