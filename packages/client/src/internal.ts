/** The calling code for packages of this repository that call operations beside those of partners. Not published. */
export { perform, type Transport } from './call/perform.ts'
export { type AnyRequest, type CalledOperation, type PreparedRequest, prepareRequest } from './call/prepare-request.ts'
export { acceptSuccess, readProblem, readResponse } from './call/read-response.ts'
export { isTemporary } from './call/retry.ts'
export { systemTiming, type Timing } from './call/timing.ts'
export { ApiError, NetworkError } from './errors.ts'
export type { ApiResponse } from './options.ts'
export { defaults, type Settings } from './settings.ts'
