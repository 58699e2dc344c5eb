/** A small service that sends requests to another server and, where one is given, statements to PostgreSQL. */
import type { Operation } from '@guidebook/contracts'
import { Type } from 'typebox'
import { request as undiciRequest } from 'undici'
import { createApp, createHealthApp } from '../../src/http/app.ts'
import { createReadiness } from '../../src/http/readiness.ts'
import { httpServer } from '../../src/http/server.ts'
import {
  createLogger,
  currentTraceparent,
  meter,
  openDatabase,
  prepared,
  type RunningService,
  route,
  withholdTrace,
} from '../../src/index.ts'
import { startComponents } from '../../src/lifecycle/start-components.ts'

const page = {
  id: 'page',
  service: 'releases',
  audience: 'traveller',
  method: 'GET',
  path: '/t/{link}',
  tag: 'Test',
  summary: 'Sends requests and statements',
  params: Type.Object({ link: Type.String() }),
  responses: {
    200: {
      description: 'The trace here, at the other server, and at a third party.',
      body: Type.Object({ here: Type.String(), there: Type.String(), thirdParty: Type.String() }),
    },
  },
  errors: [],
} as const satisfies Operation

export async function start(env: NodeJS.ProcessEnv): Promise<RunningService> {
  const log = createLogger({ service: 'releases', level: 'info' })
  const url = env.TEST_POSTGRES_URL
  const database = url === undefined ? undefined : openDatabase({ url, schema: 'public', service: 'releases' })
  const ask = async (path: string) => await (await undiciRequest(`${env.TEST_OTHER_URL}${path}`)).body.text()

  await database?.knex.raw('select 1')
  if ((await ask('/background')) !== '') throw new Error('a request that no one caused carries a trace')
  const look = route(page, async ({ params: { link } }) => {
    log.info('looking around')
    const there = await ask(`/t/${link}/gpx?code=querysecret`)
    const thirdParty = await withholdTrace(() => ask('/third-party'))
    await ask(`/refused/${link}`)
    // Nothing listens on this port; the test checks the failed call.
    await undiciRequest(`http://127.0.0.1:1/t/${link}`).catch(() => undefined)
    if (database) {
      await prepared(database.knex, 'program/look', 'select ?::text', [link])
      // PostgreSQL quotes the value in its message.
      await prepared(database.knex, 'program/refused', 'select ?::integer', [link]).catch(() => undefined)
    }
    return { status: 200, body: { here: currentTraceparent() ?? '', there, thirdParty } }
  })
  const scope = { log, metrics: meter('releases'), publicUrl: 'http://localhost' }
  const app = createApp({ ...scope, service: 'releases', routes: [look], verifier: null, maxBodyBytes: 1_000 })
  const http = httpServer(app, { host: '127.0.0.1', port: 0 })
  const readiness = createReadiness({ checks: [], log, isServing: () => http.isListening })
  const health = httpServer(createHealthApp({ ...scope, readiness }), { host: '127.0.0.1', port: 0 })
  const running = await startComponents([health, http], { log })
  log.info({ health: health.url }, 'health listener')
  const stop = async () => {
    await running.stop(5_000)
    await database?.component.stop?.()
  }
  return { url: http.url, healthUrl: health.url, stop, [Symbol.asyncDispose]: stop }
}
