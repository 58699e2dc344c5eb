export { meter, prometheusText } from './metrics.ts'
export { withholdTrace } from './propagation.ts'
export { currentTraceparent, withTrace } from './trace.ts'
