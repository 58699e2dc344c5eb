export type { Meter } from '@opentelemetry/api'
export { meter, prometheusText } from './metrics.ts'
export { continueTrace, registerPropagation, withholdTrace } from './propagation.ts'
export { currentTraceId, currentTraceparent, failCurrentSpan, nameRequestSpan, withTrace } from './trace.ts'
