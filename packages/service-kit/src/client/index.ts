export { createInternalClient, type InternalClient } from './internal-client.ts'
