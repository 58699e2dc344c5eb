import type { OutboxRow } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import { collectWarnings } from '../outcome/warnings.ts'
import { reportProgress } from './progress.ts'

test('the warnings of a report that could not be stored are in the next one', async () => {
  const build = { account: 'account', release: 1, link: 'link', generation: 1, sequence: 0 } as never
  const warnings = collectWarnings()
  warnings.add({ code: 'image-unreadable', message: 'The picture could not be read.' })
  const failing = Promise.withResolvers<void>()
  const sent: OutboxRow[] = []
  const progress = async (_build: unknown, _at: unknown, rows: OutboxRow[]) => {
    sent.push(...rows)
    if (sent.length > 1) return true
    failing.resolve()
    throw new Error('the database is unavailable')
  }
  const needs = { reports: { progress }, lost: () => undefined, log: { warn: () => undefined } } as never
  const reporting = reportProgress(build, warnings, needs)
  reporting.begin('input')
  await failing.promise
  await reporting.end('Waiting for a service.')
  const expected = [1, 2].map((sequence) => ({ sequence, warnings: [{ code: 'image-unreadable' }] }))
  expect(sent.map(({ data }) => data)).toMatchObject(expected)
  expect(warnings.hasFresh()).toBe(false)
})

test('the last report of a failed build has the warnings that no report had, and is left out without any', async () => {
  const build = { account: 'account', release: 1, link: 'link', generation: 1, sequence: 4 } as never
  const warnings = collectWarnings()
  const reporting = reportProgress(build, warnings, { reports: {}, lost: () => undefined, log: {} } as never)
  reporting.begin('input')
  await reporting.end()
  expect(reporting.last()).toEqual({ rows: [], sequence: 4 })
  warnings.add({ code: 'image-unreadable', message: 'The picture could not be read.' })
  const { rows, sequence } = reporting.last()
  expect(rows).toMatchObject([
    { type: 'build.progressed.v1', data: { sequence: 5, warnings: [{ code: 'image-unreadable' }] } },
  ])
  expect(sequence).toBe(5)
})
