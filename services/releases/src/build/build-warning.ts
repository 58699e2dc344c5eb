import type { MessageData } from '@guidebook/contracts'

/** Something that a build could not do as it was asked. */
export type BuildWarning = MessageData<'build.completed.v1'>['warnings'][number]
