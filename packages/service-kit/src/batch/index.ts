export { type Batching, batched } from './batched.ts'
