/** Every message, by its CloudEvents type. */
import type { Static } from 'typebox'
import { accountChanged } from './messages/account.ts'
import { buildCompleted, buildFailed, buildProgressed, buildRequested } from './messages/build.ts'
import { guidebookChanged } from './messages/guidebook.ts'
import { releaseCreateRequested, releaseCreateSettled, releaseShared } from './messages/release.ts'
import type { ServiceName } from './operation.ts'

export const messages = {
  'account.changed.v1': accountChanged,
  'guidebook.changed.v1': guidebookChanged,
  'release.build-requested.v1': buildRequested,
  'build.progressed.v1': buildProgressed,
  'build.completed.v1': buildCompleted,
  'build.failed.v1': buildFailed,
  'release.shared.v1': releaseShared,
  'release.create-requested.v1': releaseCreateRequested,
  'release.create-settled.v1': releaseCreateSettled,
}

export type MessageType = keyof typeof messages
export type MessageData<T extends MessageType> = Static<(typeof messages)[T]['data']>

export const queueName = (subscriber: ServiceName, type: MessageType): string => `${subscriber}.${type}`
