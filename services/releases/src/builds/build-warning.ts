import type { MessageData } from '@guidebook/contracts'

/** Something that a build could not do as it was asked. */
export type BuildWarning = MessageData<'build.completed.v1'>['warnings'][number]

/** The message for people, with the item that it is about where it does not say so itself. */
export const sentenceOf = ({ message, externalId }: Pick<BuildWarning, 'message' | 'externalId'>): string =>
  externalId === null || message.includes(externalId) ? message : `${externalId}: ${message}`
