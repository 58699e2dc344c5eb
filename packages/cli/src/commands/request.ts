import { operations, type RequestTrace } from '@guidebook/contracts'
import { group, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { moment, section, table } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'
import { incompleteNote } from './missing-services.ts'
import { auditHeaders, auditRow } from './show-release.ts'

const showTrace = ({ requests, audit }: RequestTrace, paint: Paint): string =>
  [
    section(
      'At the gateway',
      table(
        ['AT', 'STATUS', 'METHOD', 'PATH', 'OPERATION', 'ms', 'ACCOUNT', 'KEY'],
        requests.map(({ at, status, method, path, operation, durationMs, account, keyPrefix }) => [
          moment(at),
          { text: String(status), paint: status < 400 ? paint.good : paint.bad },
          method,
          path,
          operation,
          durationMs,
          account,
          keyPrefix,
        ]),
        paint,
      ),
      paint,
    ),
    section(
      'Changes',
      table(
        ['RELEASE', ...auditHeaders.slice(0, -1)],
        audit.map(({ release, entry }) => [release, ...auditRow(entry, paint).slice(0, -1)]),
        paint,
      ),
      paint,
    ),
  ].join('\n\n')

const show = reading({
  summary: 'Show the result of a request by its X-Request-Id',
  args: { id: { type: 'positional', required: true, description: 'The request id, as in every response' } },
  examples: ['guidebook request show 0199f2c4-5d1e-7aa0-9c3e-0a4d7f1b2c3d'],
  async read({ id }, { admin }) {
    const { body } = await admin().read(operations.findRequest, { params: { request_id: id } })
    if (body.requests.length + body.audit.length === 0 && body.unreachable.length === 0) {
      throw new CommandError(`no record of the request ${id}`, {
        code: 'request-not-found',
        exitCode: exitCodes.notFound,
        hint: 'Changes and failures are recorded for two weeks; successful reads are not recorded.',
      })
    }
    return { json: body, text: (paint) => showTrace(body, paint), ...incompleteNote(body.unreachable) }
  },
})

export const request = group('Requests: show', { show })
