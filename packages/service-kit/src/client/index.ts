export { type CallOptions, createInternalClient, type InternalClient } from './internal-client.ts'
