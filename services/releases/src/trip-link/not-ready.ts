import { ServiceError } from '@guidebook/service-kit'

/** Seconds after which a document that is being built is worth asking for again. */
export const retryAfter = 30

/** 404 `artifact-not-ready`: a program learns when to come back. */
export function failNotReady(): never {
  throw new ServiceError('artifact-not-ready', { headers: { 'Retry-After': String(retryAfter) } })
}
