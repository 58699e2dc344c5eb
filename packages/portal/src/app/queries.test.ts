import { ApiError } from '@guidebook/client'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { endedSession, type Session, sessionKey } from '../session/session.ts'
import { createQueries } from './queries.ts'

const session: Session = {
  user: { id: '1', email: 'anna@dko.example', name: null, language: 'de' },
  accounts: [],
  expiresAt: '2026-01-01T00:00:00Z',
  support: null,
}
const signedOut = new ApiError('readAccount', {
  status: 401,
  code: 'signed-out',
  title: null,
  detail: '',
  requestId: null,
  faults: [],
  retryAfter: null,
})

/** A page that shows one query, and a service that refuses the session while `refused` is set. */
function openPage(opened: Session) {
  const queries = createQueries(sessionKey, endedSession)
  queries.setQueryData(sessionKey, opened)
  const service = { refused: false, requests: 0 }
  const queryFn = () => {
    service.requests++
    return service.refused ? Promise.reject(signedOut) : Promise.resolve(service.requests)
  }
  const observer = new QueryObserver(queries, { queryKey: ['page'], queryFn })
  observer.subscribe(() => undefined)
  return { queries, service, reload: () => queries.invalidateQueries({ queryKey: ['page'] }), observer }
}

test('a page keeps its data after the end of its session, and loads again when the person has signed in', async () => {
  const { queries, service, reload, observer } = openPage(session)
  await reload()
  const shown = observer.getCurrentResult().data
  service.refused = true
  await reload()
  expect(queries.getQueryData(sessionKey)).toEqual({ ...session, ended: true })
  const { requests } = service
  await reload()
  expect([service.requests, observer.getCurrentResult().data]).toEqual([requests, shown])
  service.refused = false
  queries.setQueryData(sessionKey, session)
  await reload()
  expect([service.requests, observer.getCurrentResult().data]).toEqual([requests + 1, requests + 1])
})

test('a session that support opened leaves nothing', async () => {
  const { queries, service, reload } = openPage({ ...session, support: { name: 'anna', reason: 'a question' } })
  await reload()
  service.refused = true
  await reload()
  expect(queries.getQueryData(sessionKey)).toBeNull()
})
