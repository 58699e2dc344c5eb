import { defineMessage } from '../message.ts'
import { accountProjection } from '../schemas/account.ts'

export const accountChanged = defineMessage({
  type: 'account.changed.v1',
  source: 'gateway',
  subscribers: ['releases', 'webhooks', 'importer', 'geodata'],
  description: 'An account or its connections have changed. Contains all fields that other services store.',
  data: accountProjection,
})
