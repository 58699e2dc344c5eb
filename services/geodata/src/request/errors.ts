import { ServiceError } from '@guidebook/service-kit'

/** 409 for a custom ID that another resource has. `what` describes that resource. */
export const customIdTaken = (pointer: string, what: string, cause: unknown): ServiceError =>
  new ServiceError('custom-id-taken', {
    faults: [{ pointer, code: 'custom-id-taken', message: `${what} has this custom ID; choose another one` }],
    cause,
  })
