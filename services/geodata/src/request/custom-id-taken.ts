import { ServiceError } from '@guidebook/service-kit'

/** The refusal of a custom ID that stands for something else; `what` names that. */
export const customIdTaken = (pointer: string, what: string, cause: unknown): ServiceError =>
  new ServiceError('custom-id-taken', {
    faults: [{ pointer, code: 'custom-id-taken', message: `${what} has this custom ID; choose another one` }],
    cause,
  })
