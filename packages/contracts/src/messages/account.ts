import { defineMessage } from '../message.ts'
import { accountProjection } from '../schemas/account.ts'

export const accountChanged = defineMessage({
  type: 'account.changed.v1',
  source: 'gateway',
  subscribers: ['releases', 'webhooks', 'importer', 'geodata'],
  description: 'An account, or whom it is connected with, has changed. Carries all that others keep of it.',
  data: accountProjection,
})
