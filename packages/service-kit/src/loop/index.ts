export { type ClaimLoop, type ClaimLoopOptions, claimLoop } from './claim-loop.ts'
