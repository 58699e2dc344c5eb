export type { Meter } from '@opentelemetry/api'
export { meter, prometheusText } from './metrics.ts'
export { registerPropagation } from './propagation.ts'
export {
  currentTraceId,
  currentTraceparent,
  nameRequestSpan,
  traceHeaders,
  withIncomingTrace,
  withTrace,
} from './trace.ts'
