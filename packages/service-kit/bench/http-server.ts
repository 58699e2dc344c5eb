/**
 * The server of `http.ts`: the same small answer from a bare Koa, or through all that the kit puts around it. Tells its port, and the
 * microseconds of processor time it has used whenever it is asked.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Operation } from '@guidebook/contracts'
import Koa from 'koa'
import { pino } from 'pino'
import { Type } from 'typebox'
import { createApp } from '../src/http/app.ts'
import { createLogger, meter, route } from '../src/index.ts'

const answer = (id: string) => ({ id, name: 'Triglav', elevation: 2864 })

function bareApp(): Koa {
  return new Koa().use((ctx) => {
    ctx.body = answer(ctx.path.slice('/summits/'.length))
  })
}

function readSummit(path: `/${string}/{id}`) {
  return {
    id: `read ${path}`,
    service: 'geodata',
    audience: 'partner',
    method: 'GET',
    path,
    tag: 'Bench',
    summary: 'Read a summit',
    params: Type.Object({ id: Type.String() }),
    responses: {
      200: {
        description: 'The summit.',
        body: Type.Object(
          { id: Type.String(), name: Type.String(), elevation: Type.Integer() },
          { additionalProperties: false },
        ),
      },
    },
    errors: [],
  } as const satisfies Operation
}

/** With as many routes as a service has, and a log line for each request. */
function kitApp(): Koa {
  const paths = ['/summits/{id}', ...Array.from({ length: 39 }, (_, index) => `/others-${index}/{id}`)]
  return createApp({
    service: 'geodata',
    routes: paths.map((path) =>
      route(readSummit(path as `/${string}/{id}`), async ({ params }) => ({ status: 200, body: answer(params.id) })),
    ),
    verifier: null,
    log: createLogger({
      service: 'geodata',
      destination: pino.destination({ dest: '/dev/null', sync: true, minLength: 4_096, periodicFlush: 100 }),
    }),
    metrics: meter('geodata'),
    maxBodyBytes: 1_000,
    publicUrl: 'http://localhost',
  })
}

const app = process.argv[2] === 'bare' ? bareApp() : kitApp()
const server = createServer(app.callback()).listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
