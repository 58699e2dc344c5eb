export type { Meter } from '@opentelemetry/api'
export { meter, prometheusText } from './metrics.ts'
export { currentTraceId, currentTraceparent, withTrace } from './trace.ts'
