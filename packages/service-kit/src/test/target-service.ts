import { type Operation, operations } from '@guidebook/contracts'
import { Type } from 'typebox'
import { createApp } from '../http/app.ts'
import { route } from '../http/index.ts'
import { httpServer } from '../http/server.ts'
import { createLogger } from '../log/index.ts'
import { meter } from '../telemetry/index.ts'

const anyQuery = Type.Object({}, { additionalProperties: true })
const report = Type.Object({ sees: Type.String() })

/** A route with the path of an operation and any query. It returns the request target that it sees. */
const reporting = ({ id, service, path, params }: Operation) =>
  route(
    {
      id,
      service,
      audience: 'partner',
      method: 'GET',
      path,
      tag: 'Test',
      summary: 'Reports the request target',
      ...(params === undefined ? {} : { params }),
      query: anyQuery,
      responses: { 200: { description: 'What it saw.', body: report } },
      errors: [],
    },
    async ({ raw }) => ({ status: 200, body: { sees: raw.url ?? '' } }),
  )

/** A service with the operations of `targetCases`. */
export async function startTargetService(): Promise<AsyncDisposable & { url: string }> {
  const app = createApp({
    service: 'geodata',
    routes: [operations.readItem, operations.readOwnAccount, operations.readTripPage].map(reporting),
    verifier: null,
    log: createLogger({ service: 'geodata', level: 'silent' }),
    metrics: meter('geodata'),
    maxBodyBytes: 1_000,
    publicUrl: 'https://guidebook.test',
  })
  const server = httpServer(app, { host: '127.0.0.1', port: 0 })
  await server.start?.()
  return { url: server.url, [Symbol.asyncDispose]: async () => server.stop?.() }
}
