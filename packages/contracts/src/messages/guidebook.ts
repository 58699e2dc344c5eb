import { defineMessage } from '../message.ts'
import { accountId, internalId, version } from '../schemas/identifiers.ts'
import { closed } from '../schemas/shape.ts'

export const guidebookChanged = defineMessage({
  type: 'guidebook.changed.v1',
  source: 'geodata',
  subscribers: ['releases'],
  description: 'A guidebook, or an item that it uses, has changed. Its active plain releases need a new build.',
  data: closed({ account: accountId, guidebook: internalId, version }),
})
