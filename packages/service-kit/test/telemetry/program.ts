/** A small service that asks another one and, where one is given, a database; what a traced request leaves behind is then in TRACE_FILE. */
import { createServer } from 'node:http'
import { defineOperation } from '@guidebook/contracts'
import { Type } from 'typebox'
import { request as undiciRequest } from 'undici'
import {
  createApp,
  createLogger,
  currentTraceparent,
  httpServer,
  meter,
  openDatabase,
  prepared,
  type RunningService,
  route,
  runMain,
  startComponents,
  withClientSpan,
} from '../../src/index.ts'

const page = defineOperation({
  id: 'page',
  service: 'releases',
  audience: 'traveller',
  method: 'GET',
  path: '/t/{link}',
  tag: 'Test',
  summary: 'Asks around',
  params: Type.Object({ link: Type.String() }),
  responses: {
    200: { description: 'What was seen.', body: Type.Object({ here: Type.String(), there: Type.String() }) },
  },
  errors: [],
})

async function start(env: NodeJS.ProcessEnv): Promise<RunningService> {
  const log = createLogger({ service: 'releases', level: 'info' })
  const other = createServer((request, response) => response.end(request.headers.traceparent ?? ''))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const url = env.TEST_POSTGRES_URL
  const database = url === undefined ? undefined : openDatabase({ url, schema: 'public', service: 'releases' })
  const ask = route(page, async ({ params }) => {
    if (database) await prepared(database.knex, 'program/look', 'select ?::text', [params.link])
    const target = { method: 'GET', host: `127.0.0.1:${port}`, template: '/t/{link}/gpx' }
    const answer = await withClientSpan(target, (headers) =>
      undiciRequest(`http://127.0.0.1:${port}/t/${params.link}/gpx?code=querysecret`, { headers }),
    )
    return { status: 200, body: { here: currentTraceparent() ?? '', there: await answer.body.text() } }
  })
  const app = createApp({
    service: 'releases',
    routes: [ask],
    verifier: null,
    log,
    metrics: meter('releases'),
    maxBodyBytes: 1_000,
    publicUrl: 'http://localhost',
  })
  const http = httpServer(app, { host: '127.0.0.1', port: 0 })
  const running = await startComponents([http], { log })
  const stop = async () => {
    await running.stop(5_000)
    await database?.component.stop?.()
    other.close()
  }
  return { url: http.url, healthUrl: http.url, stop, [Symbol.asyncDispose]: stop }
}

await runMain({ name: 'releases', start })
