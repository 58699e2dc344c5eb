export { type Listener, type Overrides, type ServiceParts, startParts } from './parts.ts'
