export { type CallOptions, type CallResult, createInternalClient, type InternalClient } from './internal-client.ts'
