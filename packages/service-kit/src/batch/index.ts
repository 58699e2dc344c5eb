export { type Batching, batched } from './batched.ts'
export { type InWaves, inWaves } from './in-waves.ts'
