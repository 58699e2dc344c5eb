import { declareTarget, targetsOf } from '@guidebook/service-kit/topology'
import amqp from 'amqplib'
import { serviceNames } from '../services/names.ts'

/**
 * Declares every queue that a message goes to, as a user who may do everything: a service that tells others something may declare
 * their queues again, but not be the first to do so (see `brokerRights`).
 */
export async function declareQueues(url: string): Promise<void> {
  const connection = await amqp.connect(url)
  try {
    const channel = await connection.createChannel()
    for (const target of serviceNames.flatMap(targetsOf)) await declareTarget(channel, target)
    await channel.close()
  } finally {
    await connection.close()
  }
}
