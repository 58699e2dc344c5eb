import { operations } from '@guidebook/contracts'
import { request } from '../admin/request.ts'
import { changing, group, reading } from '../command.ts'
import { fields, moment, section, table } from '../output/layout.ts'
import { incompleteNote } from './missing-services.ts'

const list = reading({
  summary: 'List dead letters (messages that could not be handled) by queue',
  examples: ['guidebook dead-letters list', 'guidebook dead-letters list --json | jq ".queues[].queue"'],
  async read(_, { admin }) {
    const { body } = await admin().read(operations.listAllDeadLetters, {})
    const { queues, unreachable } = body
    return {
      json: body,
      text: (paint) =>
        queues.length === 0
          ? paint.good('No dead letters.')
          : queues
              .map(({ queue, count, messages }) =>
                section(
                  `${queue}: ${count}`,
                  table(
                    ['AT', 'TYPE', 'ATTEMPTS', 'REASON', 'ID'],
                    messages.map(({ at, type, attempts, reason, id }) => [moment(at), type, attempts, reason, id]),
                    paint,
                  ),
                  paint,
                ),
              )
              .join('\n\n'),
      ...incompleteNote(unreachable),
    }
  },
})

const redrive = changing({
  summary: 'Redrive the dead letters of a queue: send them to it again',
  args: { queue: { type: 'positional', required: true, description: 'Name of the queue, as in the list' } },
  examples: ['guidebook dead-letters redrive webhooks.release.shared.v1'],
  async plan({ queue }, { admin }) {
    const { body } = await admin().read(operations.listAllDeadLetters, {})
    const waiting = body.queues.find((one) => one.queue === queue)?.count ?? 0
    const change = request(operations.redriveQueue, { params: { queue } })
    return {
      requests: [change],
      notes: [`The queue has ${waiting} dead ${waiting === 1 ? 'letter' : 'letters'}.`],
      async execute() {
        const { body: done } = await admin().send(change)
        return {
          json: done,
          text: (paint) =>
            fields(
              [
                ['Queue', done.queue],
                ['Sent again', done.redriven],
              ],
              paint,
            ),
        }
      },
    }
  },
})

export const deadLetters = group('Dead letters (messages that could not be handled): list, redrive', { list, redrive })
