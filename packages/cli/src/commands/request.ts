import { operations } from '@guidebook/contracts'
import { positional } from '../arguments.ts'
import { group, reading } from '../command.ts'
import { blocks, type Cell, moment, section, table } from '../output/layout.ts'
import { incompleteNote } from './show.ts'
import { auditHeaders, auditRow } from './show-release.ts'

const show = reading({
  summary: 'Show the result of a request by its X-Request-Id',
  args: { id: positional('The request id, as in every response') },
  examples: ['guidebook request show 0199f2c4-5d1e-7aa0-9c3e-0a4d7f1b2c3d'],
  async read({ id }, { read }) {
    const trace = await read(operations.findRequest, { params: { request_id: id } })
    const { requests, audit, unreachable } = trace
    const calls = requests.map((call): Cell[] => [
      moment(call.at),
      { text: call.status, style: call.status < 400 ? 'good' : 'bad' },
      call.method,
      call.path,
      call.operation,
      call.durationMs,
      call.account,
      call.keyPrefix ?? call.person,
    ])
    const changes = audit.map(({ release, entry }) => [release, ...auditRow(entry).slice(0, -1)])
    return {
      json: trace,
      show: blocks(
        section(
          'At the gateway',
          table(['AT', 'STATUS', 'METHOD', 'PATH', 'OPERATION', 'ms', 'ACCOUNT', 'KEY'], calls),
        ),
        section('Changes', table(['RELEASE', ...auditHeaders.slice(0, -1)], changes)),
      ),
      ...incompleteNote(unreachable),
    }
  },
})

export const request = group('Requests: show', { show })
