import { operations } from '@guidebook/contracts'
import { positional } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { blocks, fields, moment, section, table } from '../output/layout.ts'
import { incompleteNote } from './show.ts'

const list = reading({
  summary: 'List dead letters (messages that could not be handled) by queue',
  examples: ['guidebook dead-letters list', 'guidebook dead-letters list --json | jq ".queues[].queue"'],
  async read(_, { read }) {
    const found = await read(operations.listAllDeadLetters, {})
    const sections = found.queues.map(({ queue, count, messages }) => {
      const rows = messages.map(({ at, type, attempts, reason, id }) => [moment(at), type, attempts, reason, id])
      return section(`${queue}: ${count}`, table(['AT', 'TYPE', 'ATTEMPTS', 'REASON', 'ID'], rows))
    })
    return {
      json: found,
      show: sections.length === 0 ? (paint) => paint('good', 'No dead letters.') : blocks(...sections),
      ...incompleteNote(found.unreachable),
    }
  },
})

const redrive = changing({
  summary: 'Redrive the dead letters of a queue: send them to it again',
  args: { queue: positional('Name of the queue, as in the list') },
  examples: ['guidebook dead-letters redrive webhooks.release.shared.v1'],
  async plan({ queue }, { read, change }) {
    const { queues } = await read(operations.listAllDeadLetters, {})
    const waiting = queues.find((one) => one.queue === queue)?.count ?? 0
    return {
      ...change(operations.redriveQueue, { params: { queue } }, (done) => ({
        show: fields({ Queue: done.queue, 'Sent again': done.redriven }),
      })),
      notes: [`The queue has ${waiting} dead ${waiting === 1 ? 'letter' : 'letters'}.`],
    }
  },
})

export const deadLetters = group('Dead letters (messages that could not be handled): list, redrive', { list, redrive })
